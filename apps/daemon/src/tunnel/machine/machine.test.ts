import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-tunnel.ts';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('the last command of the user', () => {
  test('supersedes a pending connect', async () => {
    const field = start();
    field.wireguard.answering = false;
    const first = field.tunnel.connect(anywhere);
    await expect.poll(() => field.tunnel.state.kind).toBe('connecting');
    await field.tunnel.disconnect();
    expect(await first).toEqual({ kind: 'superseded' });
    expect(field.tunnel.state.kind).toBe('disconnected');
    expect(field.firewall.inForce).toBeNull();
  });

  test('is executed also if it follows immediately', async () => {
    const field = start();
    const outcomes = await Promise.all([
      field.tunnel.connect({ location: 'nl-ams' }),
      field.tunnel.connect({ location: 'jp-tyo' }),
    ]);
    expect(outcomes).toEqual([{ kind: 'superseded' }, { kind: 'connected' }]);
    expect(field.tunnel.state).toMatchObject({ session: { gateway: gateways[1] } });
  });

  test('changes nothing when the tunnel leads there already', async () => {
    const field = start();
    await field.tunnel.connect({ location: 'nl-ams' });
    const applied = field.firewall.applied.length;
    expect(await field.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.firewall.applied).toHaveLength(applied);
    expect(field.admissionEndpoint.presented).toHaveLength(1);
  });
});

describe('a tunnel that fails', () => {
  test('holds traffic back before anything else when the data plane dies, and comes back', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    field.tunnel.dispatch({ kind: 'device-died' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toMatchObject({ kind: 'error', reason: 'tunnel_device_died' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  });

  test('is in error with the cause when the account may no longer connect', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    field.tunnel.dispatch({ kind: 'session-refused', reason: 'device_removed' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toMatchObject({ kind: 'error', reason: 'device_removed', retryAt: null });
  });

  test('reports of a stay that is over are ignored', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    const { state } = field.tunnel;
    field.tunnel.dispatch({ kind: 'link-lost', key: 'state-from-before' });
    field.tunnel.dispatch({ kind: 'session-moved', key: 'state-from-before' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toBe(state);
  });
});

describe('lockdown', () => {
  test('blocks traffic without a tunnel, until it is turned off', async () => {
    const field = start();
    field.settings.lockdown = true;
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.inForce?.kind).toBe('blocked');
    await field.tunnel.connect(anywhere);
    await field.tunnel.disconnect();
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.settings.lockdown = false;
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.inForce).toBeNull();
  });
});

describe('a daemon that ends', () => {
  test('executes no pending connect, and waits until the tunnel is removed', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    const ending = field.tunnel.end();
    const [late] = await Promise.all([field.tunnel.connect(anywhere), field.tunnel.disconnect()]);
    expect(late).toEqual({ kind: 'superseded' });
    await ending;
    expect(field.tunnel.state.kind).toBe('disconnected');
    expect([field.firewall.inForce, field.routing.raised, field.dns.servers]).toEqual([null, null, null]);
  });
});

describe('rules of an earlier process', () => {
  test('stay until the first state replaces them', async () => {
    const field = start({ adopted: true });
    expect(field.tunnel.blocking).toBe(true);
    expect(field.firewall.applied).toEqual([]);
    await field.tunnel.connect(anywhere);
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
  });

  test('are removed without a goal', async () => {
    const field = start({ adopted: true });
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.firewall.applied).toEqual([null]);
    expect(field.tunnel.blocking).toBe(false);
  });
});
