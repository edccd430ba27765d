import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-tunnel.ts';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

/** A tunnel with a prepared session at its first gateway. */
async function ready() {
  const field = start();
  await field.keys.ofThisWeek();
  field.world.standbyAt.add('gateway-0');
  return field;
}

describe('a prepared session', () => {
  test('needs no admission endpoint, and one change of the rules; its link is raised once they hold', async () => {
    const field = await ready();
    const rulesAtRaise: (string | undefined)[] = [];
    const { raise } = field.routing;
    field.routing.raise = (route) => {
      rulesAtRaise.push(field.firewall.inForce?.kind);
      return raise(route);
    };
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.admissionEndpoint.presented).toEqual([]);
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connected']);
    expect(rulesAtRaise).toEqual(['connected']);
    expect(field.tunnel.state).toMatchObject({
      kind: 'connected',
      session: { gateway: { id: 'gateway-0' } },
    });
    // It was good for one connect.
    await field.tunnel.disconnect();
    await field.tunnel.connect(anywhere);
    expect(field.admissionEndpoint.presented).toHaveLength(1);
  });

  test('that the gateway has lost is followed by an admission, and counts for no attempt', async () => {
    const field = await ready();
    field.admissionEndpoint.roundTrip = 0;
    field.wireguard.answering = false;
    const { present } = field.admissionEndpoint;
    field.admissionEndpoint.present = (...said) => {
      field.wireguard.answering = true;
      return present(...said);
    };
    const attempts: number[] = [];
    field.tunnel.onChange((state) => {
      if (state.kind === 'connecting') attempts.push(state.attempt);
    });
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.admissionEndpoint.presented.map(({ gatewayId }) => gatewayId)).toEqual(['gateway-0']);
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual([
      'connected',
      'connecting',
      'connected',
    ]);
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  test('ends as any other where the rules fail, and leaves nothing', async () => {
    const field = await ready();
    field.firewall.failing = true;
    const outcome = await field.tunnel.connect(anywhere);
    expect(outcome).toEqual({ kind: 'failed', reason: 'firewall_failed' });
    expect(field.routing.raised).toBeNull();
    field.firewall.failing = false;
    await field.tunnel.disconnect();
    expect(field.wireguard.current).toBeNull();
  });

  test('raises no link after a disconnect while the rules are applied, and leaves no peer', async () => {
    const field = await ready();
    const raised: unknown[] = [];
    const { raise } = field.routing;
    field.routing.raise = (route) => {
      raised.push(route);
      return raise(route);
    };
    const { apply } = field.firewall;
    const disconnects: Promise<unknown>[] = [];
    field.firewall.apply = async (policy) => {
      if (policy?.kind === 'connected') disconnects.push(field.tunnel.disconnect());
      await apply(policy);
    };
    await field.tunnel.connect(anywhere);
    await Promise.all(disconnects);
    expect(disconnects).toHaveLength(1);
    expect(field.tunnel.state.kind).toBe('disconnected');
    expect(raised).toEqual([]);
    expect(field.wireguard.current).toBeNull();
  });

  test('is not begun with while rules hold something back that are not there yet', async () => {
    const field = await ready();
    field.settings.lockdown = true;
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    const rulesAtGreeting: (string | undefined)[] = [];
    const { setPeer } = field.wireguard;
    field.wireguard.setPeer = (...peer) => {
      rulesAtGreeting.push(field.firewall.inForce?.kind);
      return setPeer(...peer);
    };
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(rulesAtGreeting[0]).toBe('connected');
  });

  test('is not used with another key', async () => {
    const field = await ready();
    field.settings.lockdown = true;
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    const { apply } = field.firewall;
    field.firewall.apply = async (policy) => {
      if (policy?.kind === 'connected' && field.admissionEndpoint.presented.length === 0)
        await field.keys.renew();
      await apply(policy);
    };
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.admissionEndpoint.presented).toHaveLength(1);
  });

  test('is not used for another location', async () => {
    const field = await ready();
    expect(await field.tunnel.connect({ location: 'jp-tyo' })).toEqual({ kind: 'connected' });
    expect(field.tunnel.state).toMatchObject({ session: { gateway: { id: gateways[1]!.id } } });
  });
});
