import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('the last command of the user', () => {
  test('supersedes a pending connect', async () => {
    const harness = start();
    harness.wireguard.responding = false;
    const first = harness.tunnel.connect(anywhere);
    await expect.poll(() => harness.tunnel.state.kind).toBe('connecting');
    await harness.tunnel.disconnect();
    expect(await first).toEqual({ kind: 'superseded' });
    expect(harness.tunnel.state.kind).toBe('disconnected');
    expect(harness.firewall.inForce).toBeNull();
  });

  test('is executed also if it follows immediately', async () => {
    const harness = start();
    const outcomes = await Promise.all([
      harness.tunnel.connect({ location: 'nl-ams' }),
      harness.tunnel.connect({ location: 'jp-tyo' }),
    ]);
    expect(outcomes).toEqual([{ kind: 'superseded' }, { kind: 'connected' }]);
    expect(harness.tunnel.state).toMatchObject({ session: { gateway: gateways[1] } });
  });

  test('changes nothing if the tunnel already leads there', async () => {
    const harness = start();
    await harness.tunnel.connect({ location: 'nl-ams' });
    const applied = harness.firewall.applied.length;
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.firewall.applied).toHaveLength(applied);
    expect(harness.admissionEndpoint.presented).toHaveLength(1);
  });
});

test('a choice of the daemon moves an existing tunnel to its first location, and then changes nothing', async () => {
  const harness = start();
  const fastest = { location: 'fastest', isChosenAnew: true } as const;
  await harness.tunnel.connect({ location: 'jp-tyo' });
  expect(await harness.tunnel.connect(fastest)).toEqual({ kind: 'connected' });
  expect(harness.tunnel.state).toMatchObject({ session: { gateway: gateways[0] } });
  const applied = harness.firewall.applied.length;
  expect(await harness.tunnel.connect(fastest)).toEqual({ kind: 'connected' });
  expect(harness.firewall.applied).toHaveLength(applied);
});

describe('a tunnel that fails', () => {
  test('blocks traffic first when the data plane ends, and reconnects', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    harness.tunnel.dispatch({ kind: 'device-died' });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'tunnel_device_died' });
    expect(harness.firewall.inForce?.kind).toBe('blocked');
    harness.fireTimers();
    await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  });

  test('is in error with the cause if the account may no longer connect', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    harness.tunnel.dispatch({ kind: 'session-refused', reason: 'device_removed' });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'device_removed', retryAt: null });
  });

  test('ignores reports of an ended state', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    const { state } = harness.tunnel;
    harness.tunnel.dispatch({ kind: 'link-lost', key: 'state-from-before' });
    harness.tunnel.dispatch({ kind: 'session-moved', key: 'state-from-before' });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toBe(state);
  });
});

describe('lockdown', () => {
  test('blocks traffic without a tunnel, until it is turned off', async () => {
    const harness = start();
    harness.settings.lockdown = true;
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.firewall.inForce?.kind).toBe('blocked');
    await harness.tunnel.connect(anywhere);
    await harness.tunnel.disconnect();
    expect(harness.firewall.inForce?.kind).toBe('blocked');
    harness.settings.lockdown = false;
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.firewall.inForce).toBeNull();
  });
});

describe('a daemon that ends', () => {
  test('executes no pending connect, and waits until the tunnel is removed', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    const ending = harness.tunnel.end();
    const [late] = await Promise.all([harness.tunnel.connect(anywhere), harness.tunnel.disconnect()]);
    expect(late).toEqual({ kind: 'superseded' });
    await ending;
    expect(harness.tunnel.state.kind).toBe('disconnected');
    expect([harness.firewall.inForce, harness.routing.raised, harness.dns.servers]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('rules of an earlier process', () => {
  test('stay until the first state replaces them', async () => {
    const harness = start({ adopted: true });
    expect(harness.tunnel.blocking).toBe(true);
    expect(harness.firewall.applied).toEqual([]);
    await harness.tunnel.connect(anywhere);
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
  });

  test('are removed without a goal', async () => {
    const harness = start({ adopted: true });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.firewall.applied).toEqual([null]);
    expect(harness.tunnel.blocking).toBe(false);
  });
});
