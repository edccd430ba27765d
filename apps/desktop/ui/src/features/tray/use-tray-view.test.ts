import { expect, test } from 'vitest';
import { fixtures } from '../../fixtures.ts';
import { trayView } from './use-tray.ts';

const offered = (scene: string) =>
  trayView(fixtures[scene])
    .items.filter(({ enabled }) => enabled)
    .map(({ id }) => id);

test('shows the protected icon only while connected', () => {
  for (const [name, snapshot] of Object.entries(fixtures))
    expect([name, trayView(snapshot).icon === 'safe']).toEqual([
      name,
      snapshot?.tunnel.state === 'connected',
    ]);
});

test('names traffic excluded from the tunnel', () => {
  const { connected } = fixtures;
  if (!connected) throw new TypeError('no scene');
  const splitTunnel = { mode: 'exclude' as const, apps: [], networks: ['203.0.113.0/24'] };
  const { items } = trayView({ ...connected, settings: { ...connected.settings, splitTunnel } });
  expect(items.slice(0, 2)).toEqual([
    { id: 'state', label: expect.any(String), enabled: false },
    { id: 'outside', label: 'Outside the tunnel: 203.0.113.0/24', enabled: false },
  ]);
});

test('names a fallback protocol', () => {
  expect(trayView(fixtures['fallback']).items.slice(0, 2)).toEqual([
    { id: 'state', label: 'Connected to Amsterdam', enabled: false },
    {
      id: 'fallback',
      label: 'OpenVPN over UDP instead of WireGuard, without quantum-resistant encryption',
      enabled: false,
    },
  ]);
});

test('offers the actions of each state', () => {
  expect(offered('disconnected')).toEqual(['connect', 'show', 'quit']);
  expect(offered('connecting')).toEqual(['disconnect', 'show', 'quit']);
  expect(offered('connected')).toEqual(['disconnect', 'show', 'quit']);
  expect(offered('disconnecting')).toEqual(['show', 'quit']);
  expect(offered('blocked')).toEqual(['connect', 'disconnect', 'show', 'quit']);
  expect(offered('refused')).toEqual(['connect', 'show', 'quit']);
  expect(offered('plan-ended')).toEqual(['connect', 'disconnect', 'show', 'quit']);
  expect(offered('locked-down')).toEqual(['connect', 'show', 'quit']);
  expect(offered('away')).toEqual(['show', 'quit']);
});

test.each([
  ['refused', 'Not protected', 'Your account has no active plan.'],
  ['plan-ended', 'Blocked', 'Your plan has ended.'],
])('shows why there is no tunnel: %s', (scene, state, reason) => {
  expect(trayView(fixtures[scene]).items.slice(0, 2)).toEqual([
    { id: 'state', label: state, enabled: false },
    { id: 'reason', label: reason, enabled: false },
  ]);
});
