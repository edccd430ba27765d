import { expect, test } from 'vitest';
import { outsideOf } from './outside.ts';
import { freshSettings } from './settings.ts';
import type { Snapshot } from './snapshot.ts';

const place = {
  gateway: 'g',
  location: 'nl-ams',
  country: 'NL',
  countryName: 'Netherlands',
  city: 'Amsterdam',
};
const since = '2026-11-24T12:00:00.000Z';
const connected: Snapshot['tunnel'] = {
  state: 'connected',
  since,
  place,
  link: { protocol: 'wireguard', endpoint: '203.0.113.101:51820', ipv4: '100.64.0.7', ipv6: 'fd00::7' },
  standsInFor: null,
};
const blocked: Snapshot['tunnel'] = {
  state: 'error',
  since,
  reason: 'gateway_unreachable',
  blocking: true,
  retryAt: null,
};
const settings = (mode: 'off' | 'exclude' | 'include', lockdown: boolean): Snapshot['settings'] => ({
  ...freshSettings,
  lockdown,
  splitTunnel: { mode, apps: ['/usr/bin/curl'], networks: ['203.0.113.0/24'] },
});
const named = ['/usr/bin/curl', '203.0.113.0/24'];

test('with a tunnel, excluded traffic leaves outside, also under lockdown', () => {
  for (const lockdown of [false, true])
    expect(outsideOf({ tunnel: connected, settings: settings('exclude', lockdown) })).toEqual({
      kind: 'exclude',
      named,
    });
  expect(outsideOf({ tunnel: connected, settings: settings('include', false) })?.kind).toBe('include');
});

test('without a tunnel it leaves as well, but not under lockdown', () => {
  expect(outsideOf({ tunnel: blocked, settings: settings('exclude', false) })?.kind).toBe('exclude');
  expect(outsideOf({ tunnel: blocked, settings: settings('exclude', true) })).toEqual({
    kind: 'held',
    named,
  });
});

test('returns null without split tunnelling, and while all traffic is unprotected', () => {
  expect(outsideOf({ tunnel: connected, settings: settings('off', false) })).toBeNull();
  expect(
    outsideOf({ tunnel: { state: 'disconnected', since }, settings: settings('exclude', false) }),
  ).toBeNull();
  expect(
    outsideOf({ tunnel: { ...blocked, blocking: false }, settings: settings('exclude', true) }),
  ).toBeNull();
});
