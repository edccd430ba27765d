import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { excludedTrafficText } from './tunnel-notices.ts';

const line = (
  scene: string,
  networks: string[],
  lockdown = false,
  mode: 'exclude' | 'include' = 'exclude',
) => {
  const snapshot = fixtures[scene];
  if (!snapshot) throw new TypeError(`no scene ${scene}`);
  const settings = { ...freshSettings, lockdown, splitTunnel: { mode, apps: [], networks } };
  return excludedTrafficText({ ...snapshot, settings });
};
const networks = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '233.252.0.0/24'];

test('names traffic excluded from the tunnel', () => {
  expect(line('connected', networks.slice(0, 2))).toBe('Outside the tunnel: 192.0.2.0/24, 198.51.100.0/24');
  expect(line('connected', networks)).toBe(
    'Outside the tunnel: 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 and 2 more',
  );
  expect(line('connected', [])).toBe('Outside the tunnel: apps run with comet exclude');
  expect(line('connected', ['192.0.2.0/24'], false, 'include')).toBe(
    'Only 192.0.2.0/24 through the tunnel. Everything else is unprotected.',
  );
});

test('under lockdown without a tunnel, reports excluded networks as blocked', () => {
  expect(line('locked-down', ['192.0.2.0/24'], true)).toBe(
    'Lockdown blocks these too until the tunnel is up: 192.0.2.0/24',
  );
});

test('returns null without a tunnel or lockdown', () => {
  expect(line('disconnected', ['192.0.2.0/24'])).toBeNull();
});
