import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  exitAt,
  type ProxyFixture,
  openProxyFixture,
  password,
  readChunk,
} from '../../../../test/proxy-fixture.ts';
import { readDatagram, readRequest, writeAddress, writeDatagram } from './socks-frames.ts';

let fixture: ProxyFixture;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  fixture = await openProxyFixture(['127.0.0.0/8', '::1/128']);
  closing.push(() => fixture.proxy.close());
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function udp(type: 'udp4' | 'udp6', address: string) {
  const socket = createSocket(type).bind(0, address);
  closing.push(() => socket.close());
  await once(socket, 'listening');
  return socket;
}

/** Starts a server that answers with the source address. */
async function openSite(type: 'udp4' | 'udp6', address: string): Promise<number> {
  const socket = await udp(type, address);
  socket.on('message', (_, from) => socket.send(from.address, from.port, from.address));
  return socket.address().port;
}

/** Opens an association; resolves with the source address seen by the site; null without an answer within `timeout` ms. */
async function sourceSeenBySite(
  username: string,
  host: string,
  port: number,
  timeout = 20_000,
): Promise<string | null> {
  const client = connect({ host: '127.0.0.1', port: fixture.socksPort });
  closing.push(() => client.destroy());
  const credentials = [username, password].flatMap((text) => [Buffer.of(text.length), Buffer.from(text)]);
  client.write(Buffer.concat([Buffer.of(5, 1, 2, 1), ...credentials]));
  client.write(Buffer.concat([Buffer.of(5, 3, 0), writeAddress('0.0.0.0', 0)]));
  let received = Buffer.alloc(0);
  while (received.length < 14)
    received = Buffer.concat([received, (await readChunk(client)) ?? Buffer.alloc(14)]);
  const reply = readRequest(received.subarray(4));
  if (typeof reply === 'string') throw new Error(reply);
  const datagramClient = await udp('udp4', '127.0.0.1');
  const response = new Promise<string>((resolve) =>
    datagramClient.once('message', (bytes) => resolve(readDatagram(bytes)?.payload.toString() ?? '')),
  );
  const send = () =>
    datagramClient.send(writeDatagram(host, port, Buffer.from('x')), reply.message.port, '127.0.0.1');
  send();
  const retryTimer = setInterval(send, 100);
  const { promise: late, resolve: releaseUnused } = Promise.withResolvers<null>();
  const timer = setTimeout(() => releaseUnused(null), timeout);
  try {
    return await Promise.race([response, late]);
  } finally {
    clearInterval(retryTimer);
    clearTimeout(timer);
    client.destroy();
  }
}

/** Timeout in ms when no answer is expected. */
const shortTimeout = 500;
const four = exitAt('127.0.0.11');
const dual = exitAt('127.0.0.12', {
  outlet: { kind: 'local', ipv4: '127.0.0.12', ipv6: '::1', resolver: '127.0.0.1' },
});

test('associations without a country reach IPv6 if one exit has it', async () => {
  fixture.exits(four, exitAt('127.0.0.13'), dual, exitAt('127.0.0.14'));
  const port = await openSite('udp6', '::1');
  const sources = await Promise.all(
    Array.from({ length: 10 }, () => sourceSeenBySite('abc123', '::1', port)),
  );
  expect(sources).toEqual(Array.from({ length: 10 }, () => '::1'));
});

test('a session uses its own exit, and its IPv6 exit for IPv6', async () => {
  fixture.exits(four);
  const ports = { four: await openSite('udp4', '127.0.0.1'), six: await openSite('udp6', '::1') };
  const session = 'abc123-country-us-session-one-lifetime-10';
  expect(await sourceSeenBySite(session, '127.0.0.1', ports.four)).toBe('127.0.0.11');
  expect(await sourceSeenBySite(session, '::1', ports.six, shortTimeout)).toBeNull();
  fixture.exits(four, dual);
  expect(await sourceSeenBySite(session, '127.0.0.1', ports.four)).toBe('127.0.0.11');
  expect(await sourceSeenBySite(session, '::1', ports.six)).toBe('::1');
});

test('destinations blocked by a session’s exit do not use its IPv6 exit', async () => {
  const port = await openSite('udp4', '127.0.0.1');
  fixture.exits({ ...four, rules: { ports: [port], networks: [], names: [] } });
  const session = 'abc123-country-us-session-one-lifetime-10';
  expect(await sourceSeenBySite(session, '127.0.0.1', port, shortTimeout)).toBeNull();
  fixture.exits({ ...four, rules: { ports: [port], networks: [], names: [] } }, dual);
  expect(await sourceSeenBySite(session, '127.0.0.1', port, shortTimeout)).toBeNull();
});
