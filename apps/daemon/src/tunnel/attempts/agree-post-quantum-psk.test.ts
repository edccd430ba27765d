import { createServer, type Server, type Socket } from 'node:net';
import { postQuantumPskPort, postQuantumPskSizes } from '@comet/admission';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { agreePostQuantumPsk } from '../monitoring/maintain-session.ts';

/** A gateway at its own loopback address. */
const to = '127.83.7.1';
const ends = {
  client: Buffer.alloc(32, 1).toString('base64'),
  gateway: Buffer.alloc(32, 2).toString('base64'),
};
const never = new AbortController().signal;
let server: Server | null = null;

afterEach(() => void server?.close());

async function ask(reply: (socket: Socket) => void, timeout = 5_000): Promise<string | null> {
  const opened = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    reply(socket);
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(postQuantumPskPort, to, resolve));
  const key = await agreePostQuantumPsk(ends, { from: '127.0.0.1', to }, never, timeout);
  await new Promise((resolve) => opened.close(resolve));
  return key;
}

test('agrees on no key for any invalid response', async () => {
  const bytes = fc.uint8Array({ maxLength: 2 * postQuantumPskSizes.reply });
  await fc.assert(
    fc.asyncProperty(bytes, async (response) => {
      expect(await ask((socket) => socket.end(response))).toBeNull();
    }),
    { numRuns: 30 },
  );
});

test('agrees on no key with a gateway that ends early, is silent, or sends without end', async () => {
  const half = Buffer.alloc(postQuantumPskSizes.reply - 1);
  expect(await ask((socket) => socket.write(half), 200)).toBeNull();
  expect(await ask(() => undefined, 200)).toBeNull();
  const endless = (socket: Socket): void => {
    while (socket.writable && socket.write(Buffer.alloc(65_536)));
    socket.once('drain', () => endless(socket));
  };
  expect(await ask(endless)).toBeNull();
});
