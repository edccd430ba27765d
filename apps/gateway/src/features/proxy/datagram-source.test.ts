import { expect, test } from 'vitest';
import { DatagramSource } from './datagram-source.ts';

const client = '203.0.113.9';
const at = (port: number, address = client) => ({ address, port });

test('datagrams come from the client’s address alone, and from the port of the first; others change nothing', () => {
  const source = new DatagramSource(client, { host: '0.0.0.0', port: 0 });
  expect(source.owns(at(4000, '203.0.113.10'))).toBe(false);
  expect(source.port).toBeNull();
  expect(source.owns(at(4000))).toBe(true);
  expect(source.owns(at(4001))).toBe(false);
  expect(source.port).toBe(4000);
  expect(source.owns(at(4000))).toBe(true);
});

test.each([client, `::ffff:${client}`])('a client at %s that names its port is held to it', (from) => {
  const source = new DatagramSource(from, { host: client, port: 4000 });
  expect(source.owns(at(4001, from))).toBe(false);
  expect(source.owns(at(4000, from))).toBe(true);
});

test.each([
  [client, 0],
  ['0.0.0.0', 4000],
  ['192.168.1.2', 4000],
])('a client behind a NAT that names %s port %i is known by its first datagram', (host, port) => {
  const source = new DatagramSource(client, { host, port });
  expect(source.port).toBeNull();
  expect(source.owns(at(5000))).toBe(true);
});
