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
let limiter: ClientLimiter;
let firstLines: string[] = [];
let clients: Socket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-antechamber-'));
  path = join(folder, 'cometd.sock');
  firstLines = [];
  clients = [];
  limiter = await openClientLimiter(path, linuxCallers, (line) => {
    firstLines.push(line);
    return line.startsWith('take');
  });
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await new Promise((resolve) => limiter.server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function openClient(text: string): Promise<Socket> {
  const client = connect(path);
  clients.push(client);
  await once(client, 'connect');
  if (text !== '') client.write(text);
  return client;
}

/** Serves the waiting clients; returns the received input of each, in order. */
function serve(): string[] {
  const received: string[] = [];
  limiter.open((client) => {
    const index = received.push('') - 1;
    client.on('data', (chunk: Buffer) => (received[index] += chunk.toString()));
    client.on('error', () => undefined);
  });
  return received;
}

test('serves waiting clients later, in order of arrival', async () => {
  await openClient('one\nmore\n');
  await expect.poll(() => firstLines).toEqual(['one']);
  const second = await openClient('half');
  const received = serve();
  await expect.poll(() => received).toEqual(['one\nmore\n', 'half']);
  second.write(' and half\n');
  await openClient('late\n');
  await expect.poll(() => received).toEqual(['one\nmore\n', 'half and half\n', 'late\n']);
  expect(firstLines).toEqual(['one']);
});

test('delivers only the input after a line that was handled', async () => {
  await openClient('take this\nand that\n');
  await expect.poll(() => firstLines).toEqual(['take this']);
  const received = serve();
  await expect.poll(() => received).toEqual(['and that\n']);
});

test('passes on no more than the first line of a client', async () => {
  const client = await openClient('one\n');
  await expect.poll(() => firstLines).toEqual(['one']);
  client.write('take it\n');
  const received = serve();
  await expect.poll(() => received).toEqual(['one\ntake it\n']);
  expect(firstLines).toEqual(['one']);
});

test('closed, silent and flooding clients do not delay others', async () => {
  await openClient('');
  const long = await openClient('x'.repeat(300_000));
  const gone = await openClient('gone\n');
  await expect.poll(() => firstLines).toEqual(['gone']);
  gone.destroy();
  await openClient('here\n');
  await expect.poll(() => firstLines).toEqual(['gone', 'here']);
  const received = serve();
  await expect.poll(() => received.map(({ length }) => length)).toContain(300_000);
  expect(received.filter(({ length }) => length < 100)).toContain('here\n');
  expect(long.destroyed).toBe(false);
});

test('never accepts more clients than the maximum', async () => {
  const others: Server = limiter.server;
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
