import { expect, test } from 'vitest';
import { DatagramSource } from './datagram-source.ts';

const client = '203.0.113.9';
const at = (port: number, address = client) => ({ address, port });

test('datagrams come from the client’s address alone, and from the port of the first', () => {
  const source = new DatagramSource(client, { host: '0.0.0.0', port: 0 });
  expect(source.weigh(at(4000, '203.0.113.10'), 0)).toBe('other');
  expect(source.port).toBeNull();
  expect(source.weigh(at(4000), 0)).toBe('own');
  expect(source.weigh(at(4001), 10_000)).toBe('other');
  expect(source.weigh(at(4000), 10_000)).toBe('own');
});

test('a second port that claims them right behind the first makes it doubtful whose they are', () => {
  const source = new DatagramSource(client, { host: '0.0.0.0', port: 0 });
  expect(source.weigh(at(4000), 0)).toBe('own');
  expect(source.weigh(at(4001), 9_999)).toBe('disputed');
});

test.each([client, `::ffff:${client}`])('a client at %s that names its port is held to it', (from) => {
  const source = new DatagramSource(from, { host: client, port: 4000 });
  expect(source.weigh(at(4001, from), 0)).toBe('other');
  expect(source.weigh(at(4000, from), 0)).toBe('own');
});

test.each([
  [client, 0],
  ['0.0.0.0', 4000],
  ['192.168.1.2', 4000],
])('a client behind a NAT that names %s port %i is known by its first datagram', (host, port) => {
  const source = new DatagramSource(client, { host, port });
  expect(source.port).toBeNull();
  expect(source.weigh(at(5000), 0)).toBe('own');
});
