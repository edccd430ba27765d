import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, listens } from './local-ports.ts';

test('attributes a port to a program only if the program’s user listens there', async () => {
  const port = await freePort();
  const self = process.getuid?.() ?? 0;
  expect(await listens(port, self)).toBe(false);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await listens(port, self)).toBe(true);
  expect(await listens(port, self + 61_007)).toBe(false);
  server.close();
});
