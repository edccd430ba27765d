import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ProxyFixture, openProxyFixture, password, readChunk } from '../../../../test/proxy-fixture.ts';
import { readDatagram, readRequest, writeAddress, writeDatagram } from './socks-frames.ts';

let fixture: ProxyFixture;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  fixture = await openProxyFixture();
  closing.push(() => fixture.proxy.close());
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function udp(): Promise<UdpSocket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  closing.push(() => socket.close());
  await once(socket, 'listening');
  return socket;
}

/** Starts a server that echoes datagrams. */
async function openEchoServer(): Promise<number> {
  const socket = await udp();
  socket.on('message', (bytes, { address, port }) => socket.send(bytes, port, address));
  return socket.address().port;
}

/** Opens an association; the result sends to a local port and resolves with the port that answered. */
async function openAssociation(): Promise<(port: number) => Promise<number>> {
  const client = connect({ host: '127.0.0.1', port: fixture.socksPort });
  closing.push(() => client.destroy());
  const credentials = ['abc123', password].flatMap((text) => [Buffer.of(text.length), Buffer.from(text)]);
  client.write(Buffer.concat([Buffer.of(5, 1, 2, 1), ...credentials]));
  client.write(Buffer.concat([Buffer.of(5, 3, 0), writeAddress('0.0.0.0', 0)]));
  let received = Buffer.alloc(0);
  while (received.length < 14)
    received = Buffer.concat([received, (await readChunk(client)) ?? Buffer.alloc(14)]);
  const reply = readRequest(received.subarray(4));
  if (typeof reply === 'string') throw new Error(reply);
  const datagramClient = await udp();
  const responded = new Map<number, (port: number) => void>();
  datagramClient.on('message', (bytes) => {
    const port = readDatagram(bytes)?.port ?? 0;
    responded.get(port)?.(port);
  });
  return async (port) => {
    const response = new Promise<number>((resolve) => responded.set(port, resolve));
    const send = () =>
      datagramClient.send(
        writeDatagram('127.0.0.1', port, Buffer.from('x')),
        reply.message.port,
        '127.0.0.1',
      );
    send();
    const retryTimer = setInterval(send, 200);
    return response.finally(() => clearInterval(retryTimer));
  };
}

test('one association reaches many destinations, always including the latest', async () => {
  const exchange = await openAssociation();
  // Each batch uses 120 destinations.
  for (let batch = 0; batch < 9; batch += 1) {
    const sites = await Promise.all(Array.from({ length: 120 }, openEchoServer));
    for (const port of sites) await exchange(port);
    for (const close of closing.splice(3)) await close();
  }
  const last = await openEchoServer();
  expect(await exchange(last)).toBe(last);
});
