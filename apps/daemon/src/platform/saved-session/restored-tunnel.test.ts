import { expect, test } from 'vitest';
import { restoredTunnel } from './restored-tunnel.ts';
import { fakeRouting } from '../routing/routing.fake.ts';

const existing = {
  ...{ link: 'comet0', gateway: '192.0.2.2', ipv4: '100.64.0.2', ipv6: 'fd00::2' },
  allowLan: false,
};

test('skips only the first call with the same addresses', async () => {
  const routing = fakeRouting();
  const restored = restoredTunnel(routing, existing);
  await restored.raise({ ...existing });
  expect(routing.raised).toBeNull();
  await restored.raise({ ...existing });
  expect(routing.raised).toEqual(existing);
});

test('sets the routes again after a removal or other addresses', async () => {
  const routing = fakeRouting();
  const lowered = restoredTunnel(routing, existing);
  await lowered.lower();
  await lowered.raise(existing);
  expect(routing.raised).toEqual(existing);
  const other = restoredTunnel(routing, existing);
  await other.raise({ ...existing, allowLan: true });
  expect(routing.raised).toMatchObject({ allowLan: true });
  await other.raise(existing);
  expect(routing.raised).toEqual(existing);
});
