import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitAt } from '../../../../test/proxy-fixture.ts';
import { fakeEngine } from '../engine.fake.ts';
import { ExitConnection } from '../egress/exit-connection.ts';
import { Exit } from '../egress/exits.ts';
import { DnsConnection } from './dns-connection.ts';
import { framed, unframe } from './dns-connection.ts';
import { ProviderTunnels } from '../tunnels/provider-tunnels.ts';

/** The resolver's response to each query: this number of bytes after the question. */
const responses = { small: 100, large: 900 };
const resolver = createServer((socket) => {
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    const { messages, rest } = unframe(Buffer.concat([received, chunk]));
    received = Buffer.from(rest);
    // In reverse order: responses are matched by id.
    for (const query of messages.toReversed()) {
      const size = query.includes('large') ? responses.large : responses.small;
      const reply = Buffer.concat([query.subarray(0, query.indexOf(0, 12) + 5), Buffer.alloc(size)]);
      reply.writeUInt16BE(0x8180, 2);
      for (const part of [framed(reply).subarray(0, 3), framed(reply).subarray(3)]) socket.write(part);
    }
  });
});

beforeAll(() => new Promise<void>((resolve) => resolver.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => resolver.close(() => resolve())));

function open() {
  const engine = fakeEngine();
  const tunnels = new ProviderTunnels(() => 'token');
  tunnels.put('100.64.0.9', 'provider/US');
  const customer = tunnels.find('100.64.0.9')?.customer;
  if (customer === undefined) throw new Error('Unknown tunnel');
  let ended = 0;
  const dnsConnection = new DnsConnection(engine, customer, () => (ended += 1));
  const options = { host: '127.0.0.1', port: (resolver.address() as AddressInfo).port, local: null };
  const connection = new ExitConnection(options);
  const start = () =>
    dnsConnection.start({
      exit: new Exit(exitAt('::1')),
      connection,
      close: () => void connection.socket.destroy(),
    });
  const query = (message: Buffer) => new Promise<Buffer>((resolve) => dnsConnection.query(message, resolve));
  return { tunnels, dnsConnection, start, query, ended: () => ended };
}

/** A query for TXT records of a client that accepts `largest` bytes by UDP, or does not state it. */
function queryFor(id: number, name: string, largest: number | null): Buffer {
  const header = Buffer.from([id >> 8, id & 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, largest === null ? 0 : 1]);
  const opt =
    largest === null ? [] : [0, 0, 41, largest >> 8, largest & 0xff, ...Array.from({ length: 6 }, () => 0)];
  return Buffer.concat([
    header,
    Buffer.of(name.length),
    Buffer.from(name),
    Buffer.from([0, 0, 16, 0, 1, ...opt]),
  ]);
}

test('matches responses to queries, also to those sent before the connection was open', async () => {
  const { start, query, dnsConnection } = open();
  const replies = Promise.all([query(queryFor(7, 'small', null)), query(queryFor(7, 'large', 1_232))]);
  start();
  const [small, large] = await replies;
  expect(small.readUInt16BE(0)).toBe(7);
  expect(large.readUInt16BE(0)).toBe(7);
  expect(small.includes('small') && small.length > responses.small).toBe(true);
  expect(large.includes('large') && large.length > responses.large).toBe(true);
  dnsConnection.destroy();
});

test('truncates a response that is too large for the client', async () => {
  const { start, query, dnsConnection } = open();
  start();
  const reply = await query(queryFor(9, 'large', null));
  expect([...reply]).toEqual([0, 9, 0x83, 0x80, 0, 0, 0, 0, 0, 0, 0, 0]);
  dnsConnection.destroy();
});

test('ignores invalid queries, and ends with its tunnel', () => {
  const { tunnels, start, dnsConnection, ended } = open();
  start();
  dnsConnection.query(Buffer.from('nonsense'), () => expect.fail('answered'));
  expect(ended()).toBe(0);
  tunnels.put('100.64.0.9', 'other/US');
  expect(ended()).toBe(1);
});

test('a changed route closes a tunnel’s connections; the same route again keeps them', () => {
  const tunnels = new ProviderTunnels(() => `token ${Math.random()}`);
  tunnels.put('100.64.0.9', 'provider/US');
  const before = tunnels.find('100.64.0.9');
  let ended = 0;
  before?.customer.open.add({ destroy: () => (ended += 1) });
  tunnels.put('100.64.0.9', 'provider/US');
  expect([tunnels.find('100.64.0.9')?.token, ended]).toEqual([before?.token, 0]);
  tunnels.put('100.64.0.9', null);
  expect([tunnels.find('100.64.0.9'), ended, before?.customer.isGone]).toEqual([null, 1, true]);
});
