import { expect, test } from 'vitest';
import { shouldRemember } from './remembered-transports.ts';

const wireguard = { protocol: 'wireguard' } as const;
const tcp = { protocol: 'wireguard', over: 'tcp' } as const;
const automatic = { protocol: 'automatic', variant: 'automatic', wireguardOver: 'automatic' } as const;
const tls = { protocol: 'openvpn', variant: 'tls' } as const;

test('WireGuard that works clears the memory, also when the user chose it', () => {
  for (const protocol of ['automatic', 'wireguard'] as const)
    expect(shouldRemember({ ...automatic, protocol }, wireguard)).toBe(true);
});

test('stores a fallback only if WireGuard was possible', () => {
  expect(shouldRemember(automatic, tls)).toBe(true);
  expect(shouldRemember({ ...automatic, protocol: 'openvpn' }, tls)).toBe(false);
  expect(shouldRemember({ ...automatic, variant: 'tls' }, tls)).toBe(false);
  for (const wireguardOver of ['scrambled', 'quic', 'tcp'] as const)
    expect(shouldRemember({ ...automatic, wireguardOver }, tls)).toBe(false);
  expect(shouldRemember({ ...automatic, wireguardOver: 'direct' }, tls)).toBe(true);
  expect(shouldRemember(automatic, tcp)).toBe(true);
  expect(shouldRemember({ ...automatic, wireguardOver: 'tcp' }, tcp)).toBe(false);
});
