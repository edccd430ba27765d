import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../toolchain/ports.ts';
import { startRelay } from './relay.ts';

const folder = await mkdtemp(join(tmpdir(), 'comet-relay-'));
afterAll(() => rm(folder, { recursive: true }));

test('two relays pass bytes in both directions, and the end', async () => {
  const host = '127.0.0.1';
  const [outer, inner] = [await freePort(), await freePort()];
  const echo = createServer((socket) => socket.pipe(socket)).listen(inner, host);
  const path = join(folder, 'a.sock');
  const relays = [
    await startRelay({ path }, { host, port: inner }),
    await startRelay({ host, port: outer }, { path }),
  ];
  const client = connect(outer, host);
  client.end('through the socket');
  expect(await text(client)).toBe('through the socket');
  for (const server of [...relays, echo]) server.close();
});

test('closes a connection whose target is down', async () => {
  const port = await freePort();
  const relay = await startRelay({ host: '127.0.0.1', port }, { path: join(folder, 'none.sock') });
  expect(await text(connect(port, '127.0.0.1'))).toBe('');
  relay.close();
});
