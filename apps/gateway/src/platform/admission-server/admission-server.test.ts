import { expect, test } from 'vitest';
import { ConnectionsBySource } from './admission-server.ts';

const client = (port: number, source = 'relay') => ({ source, endpoint: `${source} ${port}` });

function admissionEndpoint(maxPerSource: number) {
  const connections = new ConnectionsBySource(maxPerSource);
  const closed: number[] = [];
  const connect = (port: number, source = 'relay') =>
    connections.add(client(port, source), () => {
      closed.push(port);
      connections.remove(client(port, source));
    });
  return { connections, closed, connect };
}

test('closes idle connections for new clients, the oldest first', () => {
  const { connections, closed, connect } = admissionEndpoint(3);
  expect([1, 2, 3].map((port) => connect(port))).toEqual([true, true, true]);
  for (const port of [2, 3]) connections.markIdle(client(port));
  expect(connect(4)).toBe(true);
  expect(closed).toEqual([2]);
  connections.markActive(client(3));
  expect(connect(5)).toBe(false);
  expect(closed).toEqual([2]);
});

test('keeps connections with a pending request, and counts each address separately', () => {
  const { connections, connect } = admissionEndpoint(2);
  expect([1, 2, 3].map((port) => connect(port))).toEqual([true, true, false]);
  expect(connect(1, 'another')).toBe(true);
  connections.remove(client(1));
  expect(connect(4)).toBe(true);
});

test('counts the addresses of one source separately, also with the same port', () => {
  const connections = new ConnectionsBySource(2);
  const connect = (address: string) =>
    connections.add({ source: '2001:db8::/64', endpoint: `${address} 50000` }, () => undefined);
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(connect)).toEqual([true, true, false]);
});
