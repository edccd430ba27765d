import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { exitMeasure } from '@comet/contract';
import { sendBytes } from '@comet/linux-network';
import { freePort } from '@comet/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExitBandwidthTestServer, openExitBandwidthTestServer } from './exit-bandwidth-test-server.ts';

const port = await freePort();
let bandwidthTestServer: ExitBandwidthTestServer;
beforeEach(async () => {
  bandwidthTestServer = await openExitBandwidthTestServer({ address: '127.0.0.1', peer: '127.0.0.2', port });
});
afterEach(() => bandwidthTestServer.close());

function send(request: string, from = '127.0.0.2') {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => undefined);
  socket.write(request);
  return socket;
}

async function fetched(request: string, from?: string): Promise<number> {
  const socket = send(request, from);
  let bytes = 0;
  socket.on('data', (part: Buffer) => (bytes += part.length));
  await once(socket, 'close');
  return bytes;
}

test('sends an exit the requested bytes, and the measured rate of its own', async () => {
  expect(await fetched('down 1000000\n')).toBe(1_000_000);
  const socket = send('up 4000000\n');
  await sendBytes(socket, 4_000_000);
  expect(Number(await text(socket))).toBeGreaterThan(0);
});

test('rejects other clients, excessive amounts and invalid requests', async () => {
  expect(await fetched('down 1000\n', '127.0.0.3')).toBe(0);
  for (const request of ['down 0\n', `down ${exitMeasure.maxBytes + 1}\n`, 'down 1e6\n', 'x'.repeat(50)])
    expect(await fetched(request)).toBe(0);
});

test('limits repeated tests', async () => {
  const responses: number[] = [];
  for (let tries = 0; tries < 10; tries += 1) responses.push(await fetched('down 1000\n'));
  expect(responses).toEqual([...Array.from({ length: 8 }, () => 1_000), 0, 0]);
});
