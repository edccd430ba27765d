import { describe, expect, test } from 'vitest';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('connecting', () => {
  test('blocks first, then raises the link, then allows traffic into the tunnel', async () => {
    const field = start();
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
    expect(field.routing.raised).toMatchObject({ ipv4: '100.64.7.7' });
    expect(field.dns.servers).toEqual(['100.64.0.1']);
    expect(field.world.intent).toEqual(anywhere);
  });

  test('tries the next gateway when one does not respond', async () => {
    const field = start();
    field.admissionEndpoint.refusals.push('unreachable');
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.admissionEndpoint.presented.map(({ gatewayId }) => gatewayId)).toEqual([
      'gateway-0',
      'gateway-1',
    ]);
  });

  test('fetches a list of gateways if there is none', async () => {
    const field = start();
    field.world.listKnown = false;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
  });

  test('fetches it through an existing tunnel, and reports that no gateway is there', async () => {
    const field = start();
    await field.tunnel.connect(anywhere);
    Object.assign(field.world, { listKnown: false, listStale: true });
    const outcome = await field.tunnel.connect({ location: 'jp-tyo' });
    expect(outcome).toEqual({ kind: 'failed', reason: 'location_unavailable' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
  });

  test('ends in error, held back, when no gateway of the wanted place answers, and tries again', async () => {
    const field = start();
    field.admissionEndpoint.refusals.push('unreachable');
    field.openvpn.passing.clear();
    const outcome = await field.tunnel.connect({ location: 'jp-tyo' });
    expect(outcome).toEqual({ kind: 'failed', reason: 'gateway_unreachable' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    expect(field.pauses()).toBe(1);
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  });

  test('creates another key, once, when the gateway reports that ours is taken', async () => {
    const field = start();
    const before = await field.keys.ofThisWeek();
    field.admissionEndpoint.refusals.push('key_taken');
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.keys.current()?.publicKey).not.toBe(before.publicKey);
    expect(field.wireguard.privateKey).toBe(field.keys.current()?.privateKey);
  });

  test('fetches a fresh ticket when the one at hand is superseded', async () => {
    const field = start();
    field.admissionEndpoint.refusals.push('ticket_superseded');
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(field.world.dropped).toBe(1);
  });

  test('fails closed when a part of the link cannot be made', async () => {
    for (const part of ['routing', 'dns'] as const) {
      const field = start();
      field[part].failing = true;
      const reason = part === 'routing' ? 'routing_failed' : 'dns_failed';
      expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
      expect(field.firewall.inForce?.kind).toBe('blocked');
      expect(field.routing.raised).toBeNull();
      field[part].failing = false;
    }
  });

  test('reports a full disk on which the resolvers cannot be saved, and connects when there is space', async () => {
    const field = start();
    field.dns.full = true;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'disk_full' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.dns.full = false;
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  });

  test.each(['clock_ahead', 'clock_behind'] as const)(
    'blames a clock that is known to be wrong (%s) for what it explains, and nothing else',
    async (fault) => {
      const field = start();
      field.world.clockFault = fault;
      field.world.apiReason = 'api_unreachable';
      expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: fault });
      expect(field.firewall.inForce?.kind).toBe('blocked');
      field.world.apiReason = 'subscription_required';
      expect(await field.tunnel.connect(anywhere)).toEqual({
        kind: 'failed',
        reason: 'subscription_required',
      });
      // It keeps nothing from being tried, and what was set right is not waited for.
      field.world.apiReason = null;
      field.admissionEndpoint.refusals.push('unreachable');
      expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
      expect(field.admissionEndpoint.presented.length).toBeGreaterThan(1);
      field.world.apiReason = 'api_unreachable';
      await field.tunnel.disconnect();
      await field.tunnel.connect(anywhere);
      Object.assign(field.world, { apiReason: null, clockFault: null });
      field.fireTimers();
      await expect.poll(() => field.tunnel.state.kind).toBe('connected');
    },
  );

  test('reports it if not even the block can be applied', async () => {
    const field = start();
    field.firewall.failing = true;
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'firewall_failed' });
    expect(field.tunnel.blocking).toBe(false);
    expect(field.routing.raised).toBeNull();
  });
});
