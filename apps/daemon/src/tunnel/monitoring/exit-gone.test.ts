import { afterEach, expect, test } from 'vitest';
import { fakeTunnel } from '../../../test/fleet/fake-tunnel.ts';

let field: ReturnType<typeof fakeTunnel>;
afterEach(() => field.tunnel.disconnect());

const before = { serviceId: 'service', address: '198.51.100.7', gatewayId: 'gateway-0' };
const after = { ...before, address: '198.51.100.8', gatewayId: 'gateway-1' };

const presentedAt = () => field.admissionEndpoint.presented.map(({ gatewayId }) => gatewayId);
const gone = () => field.tunnel.dispatch({ kind: 'exit-gone', key: field.tunnel.state.key });

test('fetches the newest list and tries another gateway first if the gateway lost its exit', async () => {
  field = fakeTunnel();
  await field.tunnel.connect({ location: null });
  gone();
  await field.tunnel.idle();
  await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  expect(field.world.lists).toBe(1);
  expect(presentedAt()).toEqual(['gateway-0', 'gateway-1']);
  // At no moment did anything pass beside the two tunnels.
  const kinds = field.firewall.applied.map((policy) => policy?.kind);
  expect(kinds.slice(0, 2)).toEqual(['connecting', 'connected']);
  expect(new Set(kinds.slice(2, -1))).not.toContain(undefined);
  expect(kinds.at(-1)).toBe('connected');
});

test('a dedicated address that was exchanged is followed to its new gateway', async () => {
  field = fakeTunnel();
  await field.tunnel.connect({ location: null, dedicated: before });
  field.world.dedicated = after;
  gone();
  await field.tunnel.idle();
  await expect
    .poll(() => field.tunnel.state)
    .toMatchObject({ kind: 'connected', goal: { dedicated: after } });
  expect(presentedAt()).toEqual(['gateway-0', 'gateway-1']);
});

test('queries the location of a dedicated address before a retry', async () => {
  field = fakeTunnel();
  await field.tunnel.connect({ location: null, dedicated: before });
  field.world.dedicated = after;
  field.tunnel.dispatch({ kind: 'link-lost', key: field.tunnel.state.key });
  await field.tunnel.idle();
  field.fireTimers();
  await expect
    .poll(() => field.tunnel.state)
    .toMatchObject({ kind: 'connected', goal: { dedicated: after } });
});

test('blocks traffic, reports the reason and fetches the list at each retry if no gateway has the exit', async () => {
  field = fakeTunnel();
  await field.tunnel.connect({ location: null, dedicated: before });
  gone();
  await field.tunnel.idle();
  await expect
    .poll(() => field.tunnel.state)
    .toMatchObject({ kind: 'error', reason: 'exit_unavailable', retryAt: expect.any(Date) as Date });
  expect(field.firewall.inForce?.kind).toBe('blocked');
  field.world.dedicated = before;
  field.fireTimers();
  await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  expect(field.world.lists).toBe(2);
});

test('distinguishes a gateway without an exit from one that refuses the device', async () => {
  field = fakeTunnel();
  field.world.dedicated = before;
  field.admissionEndpoint.refusals.push('exit_unavailable');
  expect(await field.tunnel.connect({ location: null, dedicated: before })).toEqual({
    kind: 'failed',
    reason: 'exit_unavailable',
  });
});
