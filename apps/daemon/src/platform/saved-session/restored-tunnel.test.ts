import { expect, test } from 'vitest';
import { restoredTunnel } from './restored-tunnel.ts';
import { fakeRouting } from '../routing/routing.fake.ts';

const laid = {
  ...{ link: 'comet0', gateway: '192.0.2.2', ipv4: '100.64.0.2', ipv6: 'fd00::2' },
  allowLan: false,
};

test('skips the first call with the same addresses, and no other', async () => {
  const routing = fakeRouting();
  const ahead = restoredTunnel(routing, laid);
  await ahead.raise({ ...laid });
  expect(routing.raised).toBeNull();
  await ahead.raise({ ...laid });
  expect(routing.raised).toEqual(laid);
});

test('sets the routes again after a removal or other addresses', async () => {
  const routing = fakeRouting();
  const lowered = restoredTunnel(routing, laid);
  await lowered.lower();
  await lowered.raise(laid);
  expect(routing.raised).toEqual(laid);
  const other = restoredTunnel(routing, laid);
  await other.raise({ ...laid, allowLan: true });
  expect(routing.raised).toMatchObject({ allowLan: true });
  await other.raise(laid);
  expect(routing.raised).toEqual(laid);
});
