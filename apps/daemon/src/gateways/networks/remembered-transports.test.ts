import { expect, test } from 'vitest';
import { shouldRemember } from './remembered-transports.ts';

const wireguard = { protocol: 'wireguard' } as const;
const tls = { protocol: 'openvpn', variant: 'tls' } as const;

test('WireGuard that works clears the memory, also when the user chose it', () => {
  for (const protocol of ['automatic', 'wireguard'] as const)
    expect(shouldRemember({ protocol, variant: 'automatic' }, wireguard)).toBe(true);
});

test('stores a fallback only if WireGuard was possible', () => {
  expect(shouldRemember({ protocol: 'automatic', variant: 'automatic' }, tls)).toBe(true);
  expect(shouldRemember({ protocol: 'openvpn', variant: 'automatic' }, tls)).toBe(false);
  expect(shouldRemember({ protocol: 'automatic', variant: 'tls' }, tls)).toBe(false);
});
