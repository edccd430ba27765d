import { expect, test } from 'vitest';
import { isWorthRemembering } from './network-memory.ts';

const wireguard = { protocol: 'wireguard' } as const;
const tls = { protocol: 'openvpn', variant: 'tls' } as const;

test('WireGuard that works clears the memory, also when the user chose it', () => {
  for (const protocol of ['automatic', 'wireguard'] as const)
    expect(isWorthRemembering({ protocol, variant: 'automatic' }, wireguard)).toBe(true);
});

test('stores a fallback only if WireGuard was possible', () => {
  expect(isWorthRemembering({ protocol: 'automatic', variant: 'automatic' }, tls)).toBe(true);
  expect(isWorthRemembering({ protocol: 'openvpn', variant: 'automatic' }, tls)).toBe(false);
  expect(isWorthRemembering({ protocol: 'automatic', variant: 'tls' }, tls)).toBe(false);
});
