import type { Transport } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { deferTransportSave } from './defer-transport-save.ts';

const tcp: Transport = { protocol: 'openvpn', variant: 'tcp' };
const tls: Transport = { protocol: 'openvpn', variant: 'tls' };

function setUp() {
  const remembered: Transport[] = [];
  const timers = new Set<() => void>();
  const soon = deferTransportSave(
    {
      remember(transport) {
        remembered.push(transport);
        return Promise.resolve();
      },
    },
    (_, callback) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
  );
  const pass = () => {
    for (const timer of timers) timer();
    timers.clear();
  };
  return { remembered, soon, pass };
}

test('connecting has priority', () => {
  const { remembered, soon, pass } = setUp();
  soon.remember(tcp);
  expect(remembered).toEqual([]);
  pass();
  expect(remembered).toEqual([tcp]);
});

test('stores the transport of a tunnel that ends earlier at once, and only once', () => {
  const { remembered, soon, pass } = setUp();
  soon.remember(tcp);
  soon.now();
  expect(remembered).toEqual([tcp]);
  soon.now();
  pass();
  expect(remembered).toEqual([tcp]);
});

test('stores the transports of two tunnels in a row, in their order', () => {
  const { remembered, soon, pass } = setUp();
  soon.remember(tcp);
  soon.remember(tls);
  pass();
  expect(remembered).toEqual([tcp, tls]);
});
