import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { tcpProbe } from './probe.tcp.ts';

const never = new AbortController().signal;

async function onPort<T>(work: (port: number) => Promise<T>): Promise<{ open: T; closed: T }> {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const open = await work(address.port);
  await new Promise((resolve) => server.close(resolve));
  return { open, closed: await work(address.port) };
}

test('counts a connection and a refusal as responses', async () => {
  const responses = await onPort((port) =>
    tcpProbe({ from: '127.0.0.1', to: '127.0.0.1', ports: [port] }, never),
  );
  expect(responses).toEqual({ open: true, closed: true });
});

test('counts a failure of this machine as no response', async () => {
  const notOurs = { from: '192.0.2.77', to: '127.0.0.1', ports: [9] };
  expect(await tcpProbe(notOurs, never)).toBe(false);
});

test('an aborted probe has no response', async () => {
  expect(await tcpProbe({ from: '127.0.0.1', to: '127.0.0.1', ports: [9] }, AbortSignal.abort())).toBe(false);
});
