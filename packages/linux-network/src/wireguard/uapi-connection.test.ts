import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type UapiConnection, uapiConnection } from './uapi-connection.ts';

let folder: string;
let server: Server;
let connection: UapiConnection;
let response: (request: string, socket: Socket) => void;
let connections = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-uapi-'));
  connections = 0;
  server = createServer((socket) => {
    connections += 1;
    socket.setEncoding('utf8').on('data', (text: string) => response(text, socket));
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
  connection = uapiConnection(join(folder, 'socket'));
});

afterEach(async () => {
  connection.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

test('serialises requests on one socket, because a second set in one write is lost', async () => {
  const seen: string[] = [];
  response = (text, socket) => {
    seen.push(text);
    socket.write('errno=');
    setImmediate(() => socket.write('0\n\n'));
  };
  const sent = ['a=1\n\n', 'b=1\n\n', 'c=1\n\n'];
  await Promise.all(sent.map((text) => connection.request(text)));
  expect(seen).toEqual(sent);
  expect(connections).toBe(1);
});

test('opens a closed socket again, and repeats the lost request', async () => {
  response = (_, socket) => (connections === 1 ? socket.destroy() : socket.write('errno=0\n\n'));
  await connection.request('set=1\n\n');
  expect(connections).toBe(2);
});

test('a refused request rejects with its number, and the next one succeeds', async () => {
  response = (text, socket) => socket.write(text.startsWith('bad') ? 'errno=-22\n\n' : 'errno=0\n\n');
  await expect(connection.request('bad=1\n\n')).rejects.toThrow('-22');
  await expect(connection.request('good=1\n\n')).resolves.toBe('errno=0\n\n');
});

test('rejects if the data plane has ended', async () => {
  response = (_, socket) => socket.destroy();
  await expect(connection.request('set=1\n\n')).rejects.toThrow('closed its socket');
});
