import { expect, test } from 'vitest';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';

test('a ticket is presented while the device is being made, and nothing is put up before that is there', async () => {
  const field = fakeTunnel();
  const made = Promise.withResolvers<void>();
  const { ready } = field.wireguard;
  field.wireguard.ready = (key) => made.promise.then(() => ready(key));
  const connecting = field.tunnel.connect({ location: null });
  await expect.poll(() => field.admissionEndpoint.presented.length).toBe(1);
  expect(field.routing.raised).toBeNull();
  expect(field.tunnel.state.kind).toBe('connecting');
  made.resolve();
  expect(await connecting).toEqual({ kind: 'connected' });
});
