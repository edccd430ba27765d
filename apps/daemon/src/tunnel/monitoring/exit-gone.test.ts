import { afterEach, expect, test } from 'vitest';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';

let harness: ReturnType<typeof fakeTunnel>;
afterEach(() => harness.tunnel.disconnect());

const before = { serviceId: 'service', address: '198.51.100.7', gatewayId: 'gateway-0' };
const after = { ...before, address: '198.51.100.8', gatewayId: 'gateway-1' };

const presentedAt = () => harness.admissionEndpoint.presented.map(({ gatewayId }) => gatewayId);
const gone = () => harness.tunnel.dispatch({ kind: 'exit-gone', key: harness.tunnel.state.key });

test('fetches the newest list and tries another gateway first if the gateway lost its exit', async () => {
  harness = fakeTunnel();
  await harness.tunnel.connect({ location: null });
  gone();
  await harness.tunnel.idle();
  await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  expect(harness.controls.lists).toBe(1);
  expect(presentedAt()).toEqual(['gateway-0', 'gateway-1']);
  // At no moment did traffic pass outside the two tunnels.
  const kinds = harness.firewall.applied.map((policy) => policy?.kind);
  expect(kinds.slice(0, 2)).toEqual(['connecting', 'connected']);
  expect(new Set(kinds.slice(2, -1))).not.toContain(undefined);
  expect(kinds.at(-1)).toBe('connected');
});

test('follows an exchanged dedicated address to its new gateway', async () => {
  harness = fakeTunnel();
  await harness.tunnel.connect({ location: null, dedicated: before });
  harness.controls.dedicated = after;
  gone();
  await harness.tunnel.idle();
  await expect
    .poll(() => harness.tunnel.state)
    .toMatchObject({ kind: 'connected', goal: { dedicated: after } });
  expect(presentedAt()).toEqual(['gateway-0', 'gateway-1']);
});

test('queries the location of a dedicated address before a retry', async () => {
  harness = fakeTunnel();
  await harness.tunnel.connect({ location: null, dedicated: before });
  harness.controls.dedicated = after;
  harness.tunnel.dispatch({ kind: 'link-lost', key: harness.tunnel.state.key });
  await harness.tunnel.idle();
  harness.fireTimers();
  await expect
    .poll(() => harness.tunnel.state)
    .toMatchObject({ kind: 'connected', goal: { dedicated: after } });
});

test('blocks traffic, reports the reason and fetches the list at each retry if no gateway has the exit', async () => {
  harness = fakeTunnel();
  await harness.tunnel.connect({ location: null, dedicated: before });
  gone();
  await harness.tunnel.idle();
  await expect
    .poll(() => harness.tunnel.state)
    .toMatchObject({ kind: 'error', reason: 'exit_unavailable', retryAt: expect.any(Date) as Date });
  expect(harness.firewall.inForce?.kind).toBe('blocked');
  harness.controls.dedicated = before;
  harness.fireTimers();
  await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  expect(harness.controls.lists).toBe(2);
});

test('distinguishes a gateway without an exit from one that refuses the device', async () => {
  harness = fakeTunnel();
  harness.controls.dedicated = before;
  harness.admissionEndpoint.refusals.push('exit_unavailable');
  expect(await harness.tunnel.connect({ location: null, dedicated: before })).toEqual({
    kind: 'failed',
    reason: 'exit_unavailable',
  });
});
