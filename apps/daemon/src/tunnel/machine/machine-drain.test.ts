import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const [from, to] = ['gateway-0', 'gateway-1'];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Advances timers and clock in small steps, and completes the work of each step before the next. */
async function seconds(harness: FakeTunnel, count: number): Promise<void> {
  for (let step = 0; step < count * 20; step += 1) {
    harness.clock.advance(50);
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A tunnel to a gateway whose deadline is in 30 s; its clients leave within the five minutes after that, this one in the middle. */
async function draining(
  change: (harness: FakeTunnel) => void = () => undefined,
  goal: Parameters<FakeTunnel['tunnel']['connect']>[0] = { location: 'nl-ams' },
) {
  const harness = start();
  change(harness);
  const connecting = harness.tunnel.connect(goal);
  await seconds(harness, 1);
  expect(await connecting).toEqual({ kind: 'connected' });
  harness.controls.draining.set(from, new Date(harness.clock.now().getTime() + 30_000));
  harness.firewall.applied.length = 0;
  harness.wireguard.cleared = 0;
  return harness;
}

const gatewayOf = ({ tunnel }: FakeTunnel) =>
  tunnel.state.kind === 'connected' ? tunnel.state.session.gateway.id : tunnel.state.kind;

describe('at the deadline of its draining gateway, a tunnel', () => {
  test('is made at another gateway before the first is left, and is never blocked or open', async () => {
    const harness = await draining();
    await seconds(harness, 170);
    expect(gatewayOf(harness)).toBe(from);
    expect(harness.firewall.applied).toEqual([]);
    const kinds: string[] = [];
    harness.tunnel.onChange(({ kind }) => kinds.push(kind));
    await seconds(harness, 20);
    expect(gatewayOf(harness)).toBe(to);
    const [before, ...after] = harness.firewall.applied;
    expect(before).toMatchObject({
      ...{ kind: 'connected', gateway: { address: '192.0.2.100' } },
      nextGateway: { address: '192.0.2.101', dataPlane: { transport: 'udp', port: 51_820 } },
    });
    expect(after).toMatchObject([{ kind: 'connected', gateway: { address: '192.0.2.101' } }]);
    expect(after[0]).not.toHaveProperty('nextGateway');
    expect(harness.wireguard.cleared).toBe(0);
    expect(kinds).toEqual(['connected', 'connecting', 'connected']);
    expect(harness.routing.raised).toMatchObject({ gateway: '192.0.2.101' });
    await seconds(harness, 60);
    expect(gatewayOf(harness)).toBe(to);
  });

  test('stays while the other gateway does not respond, and moves when it does', async () => {
    const harness = await draining(({ wireguard, controls }) => {
      wireguard.nextResponds = false;
      controls.replacements = controls.replacements.slice(0, 2);
    });
    await seconds(harness, 200);
    expect(gatewayOf(harness)).toBe(from);
    expect(harness.wireguard.prepared).toBeNull();
    expect(harness.firewall.inForce).not.toHaveProperty('nextGateway');
    harness.wireguard.nextResponds = true;
    await seconds(harness, 45);
    expect(gatewayOf(harness)).toBe(to);
  });

  test('stays where there is no other gateway, and after the drain was ended', async () => {
    const alone = await draining(({ controls }) => {
      controls.replacements = controls.replacements.slice(0, 1);
    });
    await seconds(alone, 300);
    expect(gatewayOf(alone)).toBe(from);
    const resumed = await draining();
    await seconds(resumed, 60);
    resumed.controls.draining.clear();
    await seconds(resumed, 300);
    expect(gatewayOf(resumed)).toBe(from);
    expect(resumed.firewall.applied).toEqual([]);
  });

  interface Move {
    readonly how: string;
    readonly change?: (harness: FakeTunnel) => void;
    readonly goal?: Parameters<typeof draining>[1];
  }
  test.each<Move>([
    {
      how: 'whose device can have only one',
      change: ({ wireguard }) => {
        wireguard.marksPackets = false;
      },
    },
    { how: 'over OpenVPN', change: ({ settings }) => Object.assign(settings, { protocol: 'openvpn' }) },
    { how: 'through two gateways', goal: { location: 'nl-ams', via: 'jp-tyo' } },
  ])('$how is made again elsewhere, and traffic is blocked meanwhile', async ({ change, goal }) => {
    const harness = await draining(change, goal);
    const { state } = harness.tunnel;
    expect(state).toMatchObject(goal === undefined ? {} : { session: { via: { gateway: { id: to } } } });
    await seconds(harness, 200);
    expect(gatewayOf(harness)).not.toBe(from);
    expect(harness.tunnel.state.kind).toBe('connected');
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toContain('connecting');
    expect(harness.firewall.applied).not.toContain(null);
  });
});

test('a move that fails at the last step blocks traffic until the next attempt', async () => {
  const harness = await draining();
  const { raise } = harness.routing;
  harness.routing.raise = () => {
    harness.routing.raise = raise;
    return Promise.reject(new Error('no route'));
  };
  await seconds(harness, 220);
  expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'routing_failed' });
  expect(harness.firewall.inForce).toMatchObject({ kind: 'blocked' });
  expect(harness.firewall.applied).not.toContain(null);
});
