import { expect, test } from 'vitest';
import { portsInOrder } from './wireguard-ports.ts';

const gateway = { wireguardPort: 51_820, wireguardPorts: [51_820, 53, 80, 123, 443, 4500, 3478] };

test('tries the main port first, then those that the fewest networks block', () => {
  expect(portsInOrder('automatic', gateway, null)).toEqual([51_820, 443, 53, 4500, 123, 80, 3478]);
  const old = { wireguardPort: 51_820, wireguardPorts: [51_820] };
  expect(portsInOrder('automatic', old, 443)).toEqual([51_820]);
});

test('tries the port that worked last on this network first', () => {
  expect(portsInOrder('automatic', gateway, 80)).toEqual([80, 51_820, 443, 53, 4500, 123, 3478]);
});

test('a chosen port is the only one, and not replaced by another where the gateway does not offer it', () => {
  expect(portsInOrder('53', gateway, 443)).toEqual([53]);
  expect(portsInOrder('51820', gateway, 443)).toEqual([51_820]);
  expect(portsInOrder('53', { wireguardPort: 51_820, wireguardPorts: [51_820, 443] }, null)).toEqual([]);
});
