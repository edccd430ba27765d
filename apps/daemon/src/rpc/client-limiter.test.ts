import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linuxCallers } from '../platform/callers/callers.unix.ts';
import { type ClientLimiter, openClientLimiter } from './client-limiter.ts';

let folder = '';
let path = '';
let room: ClientLimiter;
let overheard: string[] = [];
let clients: Socket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-antechamber-'));
  path = join(folder, 'cometd.sock');
  overheard = [];
  clients = [];
  room = await openClientLimiter(path, linuxCallers, (line) => {
    overheard.push(line);
    return line.startsWith('take');
  });
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await new Promise((resolve) => room.server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function come(said: string): Promise<Socket> {
  const client = connect(path);
  clients.push(client);
  await once(client, 'connect');
  if (said !== '') client.write(said);
  return client;
}

/** Serves the waiting clients; returns the received input of each, in order. */
function talk(): string[] {
  const said: string[] = [];
  room.open((client) => {
    const index = said.push('') - 1;
    client.on('data', (chunk: Buffer) => (said[index] += chunk.toString()));
    client.on('error', () => undefined);
  });
  return said;
}

test('serves waiting clients later, in order of arrival', async () => {
  await come('one\nmore\n');
  await expect.poll(() => overheard).toEqual(['one']);
  const second = await come('half');
  const said = talk();
  await expect.poll(() => said).toEqual(['one\nmore\n', 'half']);
  second.write(' and half\n');
  await come('late\n');
  await expect.poll(() => said).toEqual(['one\nmore\n', 'half and half\n', 'late\n']);
  expect(overheard).toEqual(['one']);
});

test('delivers only the input after a line that was handled', async () => {
  await come('take this\nand that\n');
  await expect.poll(() => overheard).toEqual(['take this']);
  const said = talk();
  await expect.poll(() => said).toEqual(['and that\n']);
});

test('passes on no more than the first line of a client', async () => {
  const client = await come('one\n');
  await expect.poll(() => overheard).toEqual(['one']);
  client.write('take it\n');
  const said = talk();
  await expect.poll(() => said).toEqual(['one\ntake it\n']);
  expect(overheard).toEqual(['one']);
});

test('closed, silent and flooding clients do not delay others', async () => {
  await come('');
  const long = await come('x'.repeat(300_000));
  const gone = await come('gone\n');
  await expect.poll(() => overheard).toEqual(['gone']);
  gone.destroy();
  await come('here\n');
  await expect.poll(() => overheard).toEqual(['gone', 'here']);
  const said = talk();
  await expect.poll(() => said.map(({ length }) => length)).toContain(300_000);
  expect(said.filter(({ length }) => length < 100)).toContain('here\n');
  expect(long.destroyed).toBe(false);
});

test('never accepts more clients than the maximum', async () => {
  const others: Server = room.server;
  const ends: Promise<unknown>[] = [];
  for (let index = 0; index < 70; index += 1) {
    const client = connect(path);
    client.on('error', () => undefined).resume();
    clients.push(client);
    ends.push(once(client, 'close'));
  }
  await Promise.race(ends);
  const count = await new Promise<number>((resolve, reject) =>
    others.getConnections((error, found) => (error === null ? resolve(found) : reject(error))),
  );
  expect(count).toBe(64);
});
