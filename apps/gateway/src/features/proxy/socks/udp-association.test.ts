import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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
async function openAssociation(): Promise<(port: number, host?: string) => Promise<number>> {
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
  return async (port, host = '127.0.0.1') => {
    const response = new Promise<number>((resolve) => responded.set(port, resolve));
    const send = () =>
      datagramClient.send(writeDatagram(host, port, Buffer.from('x')), reply.message.port, '127.0.0.1');
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

test('a change of the blocked networks applies to names that were resolved, or are being resolved', async () => {
  const block = (...networks: readonly string[]) =>
    fixture.proxy.execute({ type: 'own', networks: networks.map((network) => ({ network, open: [] })) });
  const [site, later] = [await openEchoServer(), await openEchoServer()];
  const lookup = Promise.withResolvers<readonly string[]>();
  fixture.names.set('site.test', ['127.0.0.1']).set('later.test', lookup.promise);
  const exchange = await openAssociation();
  expect(await exchange(site, 'site.test')).toBe(site);
  const responded: number[] = [];
  const pending = [exchange(later, 'later.test')];
  await expect.poll(() => fixture.resolvedNames).toContain('later.test');
  block('127.0.0.1/32');
  lookup.resolve(['127.0.0.1']);
  // Until the relay knows it.
  await sleep(200);
  pending.push(exchange(site, 'site.test'));
  for (const one of pending) void one.then((port) => responded.push(port));
  // Three times as long as until a datagram is sent again.
  await sleep(600);
  expect(responded).toEqual([]);
  // A control: both respond once they are permitted.
  block();
  expect(await Promise.all(pending)).toEqual([later, site]);
});
