import { describe, expect, test } from 'vitest';
import { tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('connecting', () => {
  test('blocks first, then raises the link, then allows traffic into the tunnel', async () => {
    const harness = start();
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
    expect(harness.routing.raised).toMatchObject({ ipv4: '100.64.7.7' });
    expect(harness.dns.servers).toEqual(['100.64.0.1']);
    expect(harness.controls.intent).toEqual(anywhere);
  });

  test('tries the next gateway when one does not respond', async () => {
    const harness = start();
    harness.admissionEndpoint.refusals.push('unreachable');
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.admissionEndpoint.presented.map(({ gatewayId }) => gatewayId)).toEqual([
      'gateway-0',
      'gateway-1',
    ]);
  });

  test('fetches a list of gateways if there is none', async () => {
    const harness = start();
    harness.controls.listKnown = false;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
  });

  test('fetches it through an existing tunnel, and reports that there is no gateway', async () => {
    const harness = start();
    await harness.tunnel.connect(anywhere);
    Object.assign(harness.controls, { listKnown: false, listStale: true });
    const outcome = await harness.tunnel.connect({ location: 'jp-tyo' });
    expect(outcome).toEqual({ kind: 'failed', reason: 'location_unavailable' });
    expect(harness.firewall.inForce?.kind).toBe('blocked');
  });

  test('ends in error with blocked traffic if no gateway of the location responds, and retries', async () => {
    const harness = start();
    harness.admissionEndpoint.refusals.push('unreachable');
    harness.openvpn.passing.clear();
    const outcome = await harness.tunnel.connect({ location: 'jp-tyo' });
    expect(outcome).toEqual({ kind: 'failed', reason: 'gateway_unreachable' });
    expect(harness.firewall.inForce?.kind).toBe('blocked');
    expect(harness.pauses()).toBe(1);
    harness.fireTimers();
    await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  });

  test('creates another key, once, if the gateway reports that the key is in use', async () => {
    const harness = start();
    const before = await harness.keys.ofThisWeek();
    harness.admissionEndpoint.refusals.push('key_taken');
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.keys.current()?.publicKey).not.toBe(before.publicKey);
    expect(harness.wireguard.privateKey).toBe(harness.keys.current()?.privateKey);
  });

  test('fetches a fresh ticket if the stored one is superseded', async () => {
    const harness = start();
    harness.admissionEndpoint.refusals.push('ticket_superseded');
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(harness.controls.dropped).toBe(1);
  });

  test('stays blocked if a part of the link cannot be created', async () => {
    for (const part of ['routing', 'dns'] as const) {
      const harness = start();
      harness[part].failing = true;
      const reason = part === 'routing' ? 'routing_failed' : 'dns_failed';
      expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason });
      expect(harness.firewall.inForce?.kind).toBe('blocked');
      expect(harness.routing.raised).toBeNull();
      harness[part].failing = false;
    }
  });

  test('reports a full disk that prevents saving the resolvers, and connects once there is room', async () => {
    const harness = start();
    harness.dns.full = true;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'disk_full' });
    expect(harness.firewall.inForce?.kind).toBe('blocked');
    harness.dns.full = false;
    harness.fireTimers();
    await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  });

  test.each(['clock_ahead', 'clock_behind'] as const)(
    'reports a wrong clock (%s) only for failures that it explains',
    async (fault) => {
      const harness = start();
      harness.controls.clockFault = fault;
      harness.controls.apiReason = 'api_unreachable';
      expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: fault });
      expect(harness.firewall.inForce?.kind).toBe('blocked');
      harness.controls.apiReason = 'subscription_required';
      expect(await harness.tunnel.connect(anywhere)).toEqual({
        kind: 'failed',
        reason: 'subscription_required',
      });
      // The error prevents no attempt, and nothing waits for its resolution.
      harness.controls.apiReason = null;
      harness.admissionEndpoint.refusals.push('unreachable');
      expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
      expect(harness.admissionEndpoint.presented.length).toBeGreaterThan(1);
      harness.controls.apiReason = 'api_unreachable';
      await harness.tunnel.disconnect();
      await harness.tunnel.connect(anywhere);
      Object.assign(harness.controls, { apiReason: null, clockFault: null });
      harness.fireTimers();
      await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
    },
  );

  test('reports a block that cannot be applied', async () => {
    const harness = start();
    harness.firewall.failing = true;
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'failed', reason: 'firewall_failed' });
    expect(harness.tunnel.blocking).toBe(false);
    expect(harness.routing.raised).toBeNull();
  });
});
