import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

/** A tunnel with a prepared session at its first gateway. */
async function ready() {
  const harness = start();
  await harness.keys.ofThisWeek();
  harness.controls.standbyAt.add('gateway-0');
  return harness;
}

describe('a prepared session', () => {
  test('needs no admission endpoint, and one change of the rules; its link is raised once they are in force', async () => {
    const harness = await ready();
    const rulesAtRaise: (string | undefined)[] = [];
    const { raise } = harness.routing;
    harness.routing.raise = (route) => {
      rulesAtRaise.push(harness.firewall.inForce?.kind);
      return raise(route);
    };
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.admissionEndpoint.presented).toEqual([]);
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual(['connected']);
    expect(rulesAtRaise).toEqual(['connected']);
    expect(harness.tunnel.state).toMatchObject({
      kind: 'connected',
      session: { gateway: { id: 'gateway-0' } },
    });
    // The session was valid for one connect.
    await harness.tunnel.disconnect();
    await harness.tunnel.connect(anywhere);
    expect(harness.admissionEndpoint.presented).toHaveLength(1);
  });

  test('that the gateway has lost is followed by an admission, and does not count as an attempt', async () => {
    const harness = await ready();
    harness.admissionEndpoint.roundTrip = 0;
    harness.wireguard.responding = false;
    const { present } = harness.admissionEndpoint;
    harness.admissionEndpoint.present = (...args) => {
      harness.wireguard.responding = true;
      return present(...args);
    };
    const attempts: number[] = [];
    harness.tunnel.onChange((state) => {
      if (state.kind === 'connecting') attempts.push(state.attempt);
    });
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.admissionEndpoint.presented.map(({ gatewayId }) => gatewayId)).toEqual(['gateway-0']);
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual([
      'connected',
      'connecting',
      'connected',
    ]);
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  test('ends like any other if the rules fail, and leaves nothing behind', async () => {
    const harness = await ready();
    harness.firewall.failing = true;
    const outcome = await harness.tunnel.connect(anywhere);
    expect(outcome).toEqual({ kind: 'failed', reason: 'firewall_failed' });
    expect(harness.routing.raised).toBeNull();
    harness.firewall.failing = false;
    await harness.tunnel.disconnect();
    expect(harness.wireguard.current).toBeNull();
  });

  test('raises no link after a disconnect while the rules are applied, and leaves no peer', async () => {
    const harness = await ready();
    const raised: unknown[] = [];
    const { raise } = harness.routing;
    harness.routing.raise = (route) => {
      raised.push(route);
      return raise(route);
    };
    const { apply } = harness.firewall;
    const disconnects: Promise<unknown>[] = [];
    harness.firewall.apply = async (policy) => {
      if (policy?.kind === 'connected') disconnects.push(harness.tunnel.disconnect());
      await apply(policy);
    };
    await harness.tunnel.connect(anywhere);
    await Promise.all(disconnects);
    expect(disconnects).toHaveLength(1);
    expect(harness.tunnel.state.kind).toBe('disconnected');
    expect(raised).toEqual([]);
    expect(harness.wireguard.current).toBeNull();
  });

  test('is not used while blocking rules are not replaced yet', async () => {
    const harness = await ready();
    harness.settings.lockdown = true;
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    const rulesAtGreeting: (string | undefined)[] = [];
    const { setPeer } = harness.wireguard;
    harness.wireguard.setPeer = (...peer) => {
      rulesAtGreeting.push(harness.firewall.inForce?.kind);
      return setPeer(...peer);
    };
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(rulesAtGreeting[0]).toBe('connected');
  });

  test('is not used with another key', async () => {
    const harness = await ready();
    harness.settings.lockdown = true;
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    const { apply } = harness.firewall;
    harness.firewall.apply = async (policy) => {
      if (policy?.kind === 'connected' && harness.admissionEndpoint.presented.length === 0)
        await harness.keys.renew();
      await apply(policy);
    };
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.admissionEndpoint.presented).toHaveLength(1);
  });

  test('is not used for another location', async () => {
    const harness = await ready();
    expect(await harness.tunnel.connect({ location: 'jp-tyo' })).toEqual({ kind: 'connected' });
    expect(harness.tunnel.state).toMatchObject({ session: { gateway: { id: gateways[1]!.id } } });
  });
});
