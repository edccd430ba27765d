import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitAt, type ProxyFixture, openProxyFixture, readChunk } from '../../../../test/proxy-fixture.ts';
import { readDatagram, readRequest, writeAddress, writeDatagram, writeReply } from './socks-frames.ts';

/** SOCKS5 datagrams through a provider's endpoint. */

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

/** Starts a provider that answers requests with `reply`, and forwards datagrams from its own socket. */
async function startProvider(reply: (tproxy: number) => Buffer) {
  const [relaySocket, egressSocket] = [await udp(), await udp()];
  const users: string[] = [];
  const controls: Socket[] = [];
  let client = 0;
  relaySocket.on('message', (bytes, from) => {
    client = from.port;
    const datagram = readDatagram(bytes);
    if (datagram !== null) egressSocket.send(datagram.payload, datagram.port, datagram.host);
  });
  egressSocket.on('message', (bytes, from) =>
    relaySocket.send(writeDatagram(from.address, from.port, bytes), client, '127.0.0.1'),
  );
  const server = createServer((socket) => {
    controls.push(socket.on('error', () => undefined));
    // The client waits for each response.
    socket.once('data', () => {
      socket.write(Buffer.of(5, 2));
      socket.once('data', (login: Buffer) => {
        users.push(login.toString('latin1', 2, 2 + login.readUInt8(1)));
        socket.write(Buffer.of(1, 0));
        socket.once('data', () => socket.write(reply(relaySocket.address().port)));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    for (const control of controls) control.destroy();
  });
  const outlet = {
    ...{ kind: 'upstream' as const, protocol: 'socks5' as const, host: '127.0.0.1' },
    ...{ port: (server.address() as AddressInfo).port, usernameTemplate: '{country}', password: 'word' },
  };
  const view = exitAt('one/US', { kind: 'upstream', outlet });
  fixture.exits(view);
  return { users, controls, view };
}

/** Requests an association; resolves with the reply code and the port for datagrams. */
async function requestAssociation() {
  const client = connect({ host: '127.0.0.1', port: fixture.socksPort });
  closing.push(() => client.destroy());
  client.write(
    Buffer.concat([Buffer.of(5, 1, 2, 1, 6), Buffer.from('abc123'), Buffer.of(4), Buffer.from('word')]),
  );
  client.write(Buffer.concat([Buffer.of(5, 3, 0), writeAddress('0.0.0.0', 0)]));
  let received = Buffer.alloc(0);
  while (received.length < 14)
    received = Buffer.concat([received, (await readChunk(client)) ?? Buffer.alloc(14)]);
  const reply = readRequest(received.subarray(4));
  if (typeof reply === 'string') throw new Error(reply);
  return { client, code: received[5], port: reply.message.port };
}

/** Starts a server that echoes its input in capitals. */
async function openEchoServer(): Promise<number> {
  const socket = await udp();
  socket.on('message', (bytes, { address, port }) =>
    socket.send(bytes.toString().toUpperCase(), port, address),
  );
  return socket.address().port;
}

test('are forwarded in both directions for their own client only, and not to refused destinations', async () => {
  const { users, controls } = await startProvider((tproxy) => writeReply(0, '0.0.0.0', tproxy));
  const { client, code, port } = await requestAssociation();
  expect(code).toBe(0);
  expect(users).toEqual(['us']);
  const target = await openEchoServer();
  const [own, stranger] = [await udp(), await udp()];
  const responses: Buffer[] = [];
  own.on('message', (bytes) => responses.push(bytes));
  own.send(writeDatagram('10.0.0.1', target, Buffer.from('refused')), port, '127.0.0.1');
  own.send(Buffer.from('no datagram of SOCKS5'), port, '127.0.0.1');
  own.send(writeDatagram('127.0.0.1', target, Buffer.from('hello')), port, '127.0.0.1');
  await expect.poll(() => responses.length).toBe(1);
  expect(responses[0]).toEqual(writeDatagram('127.0.0.1', target, Buffer.from('HELLO')));
  // Datagrams of another program at the same address have no effect.
  const strangerReplies: Buffer[] = [];
  stranger.on('message', (bytes) => strangerReplies.push(bytes));
  stranger.send(writeDatagram('127.0.0.1', target, Buffer.from('mine')), port, '127.0.0.1');
  own.send(writeDatagram('127.0.0.1', target, Buffer.from('again')), port, '127.0.0.1');
  await expect.poll(() => responses.length).toBe(2);
  expect(responses[1]).toEqual(writeDatagram('127.0.0.1', target, Buffer.from('AGAIN')));
  expect(strangerReplies).toEqual([]);
  // The association ends with the connection to the provider.
  const ended = once(client, 'close');
  controls[0]?.destroy();
  await ended;
});

test.each<[string, (tproxy: number) => Buffer]>([
  ['refuses it', () => writeReply(7)],
  ['returns a private address', () => writeReply(0, '10.0.0.1', 53)],
  ['returns no port', () => writeReply(0, '0.0.0.0', 0)],
])('are refused at once if the provider %s', async (_, reply) => {
  await startProvider(reply);
  expect((await requestAssociation()).code).toBe(7);
});

test('use an exit that supports UDP among others that do not', async () => {
  const { view } = await startProvider((tproxy) => writeReply(0, '0.0.0.0', tproxy));
  const http = (id: string) =>
    exitAt(id, { kind: 'upstream', outlet: { ...view.outlet, protocol: 'http' } as typeof view.outlet });
  const others = Array.from({ length: 20 }, (_, index) => http(`http/${index}`));
  fixture.exits(view, ...others);
  for (let tries = 0; tries < 5; tries += 1) expect((await requestAssociation()).code).toBe(0);
  fixture.exits(...others);
  expect((await requestAssociation()).code).toBe(7);
});
