import { expect, test } from 'vitest';
import { addMissingSettings } from './0001-add-missing-settings.ts';

const written = {
  lockdown: true,
  allowLan: false,
  protocol: 'automatic',
  variant: 'automatic',
  server: 'last',
  dns: null,
  blockLists: { ads: false, trackers: false, malware: false },
  splitTunnel: { mode: 'off', apps: [], networks: [] },
  autoConnect: false,
  trustedNetworks: [],
  localProxies: [],
  pausedUntil: null,
  postQuantum: true,
};

test('adds the defaults of later settings to those of the first daemons', () => {
  expect(addMissingSettings({ lockdown: true, allowLan: false })).toEqual(written);
});

test('keeps chosen values', () => {
  const chosen = { ...written, protocol: 'openvpn', variant: 'tls', autoConnect: true, postQuantum: false };
  expect(addMissingSettings(chosen)).toEqual(chosen);
});
