import { expect, test } from 'vitest';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';

test('presents a ticket while the device is created, and raises nothing before the device exists', async () => {
  const harness = fakeTunnel();
  const made = Promise.withResolvers<void>();
  const { ready } = harness.wireguard;
  harness.wireguard.ready = (key) => made.promise.then(() => ready(key));
  const connecting = harness.tunnel.connect({ location: null });
  await expect.poll(() => harness.admissionEndpoint.presented.length).toBe(1);
  expect(harness.routing.raised).toBeNull();
  expect(harness.tunnel.state.kind).toBe('connecting');
  made.resolve();
  expect(await connecting).toEqual({ kind: 'connected' });
});
