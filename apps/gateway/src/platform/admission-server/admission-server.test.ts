import { expect, test } from 'vitest';
import { ConnectionsBySource } from './admission-server.ts';

function admissionEndpoint(maxPerSource: number) {
  const connections = new ConnectionsBySource(maxPerSource);
  const closed: number[] = [];
  const connect = (port: number, source = 'relay') =>
    connections.add({ source, port }, () => {
      closed.push(port);
      connections.remove({ source, port });
    });
  return { connections, closed, connect };
}

test('closes idle connections for new clients, the oldest first', () => {
  const { connections, closed, connect } = admissionEndpoint(3);
  expect([1, 2, 3].map((port) => connect(port))).toEqual([true, true, true]);
  for (const port of [2, 3]) connections.markIdle({ source: 'relay', port });
  expect(connect(4)).toBe(true);
  expect(closed).toEqual([2]);
  connections.markActive({ source: 'relay', port: 3 });
  expect(connect(5)).toBe(false);
  expect(closed).toEqual([2]);
});

test('keeps connections with a pending request, and counts each address separately', () => {
  const { connections, connect } = admissionEndpoint(2);
  expect([1, 2, 3].map((port) => connect(port))).toEqual([true, true, false]);
  expect(connect(1, 'another')).toBe(true);
  connections.remove({ source: 'relay', port: 1 });
  expect(connect(4)).toBe(true);
});
