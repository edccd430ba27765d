import { describe, expect, test, vi } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('the transport to a gateway', () => {
  const tried = (harness: FakeTunnel): string[] => harness.openvpn.tried.map(({ offer }) => offer.variant);

  test('falls back on a network that blocks WireGuard and then UDP', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const harness = start();
    harness.wireguard.answering = false;
    harness.openvpn.passing.delete('udp');
    const connecting = harness.tunnel.connect({ location: 'nl-ams' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(tried(harness)).toEqual(['udp', 'tcp']);
    expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'openvpn', variant: 'tcp' } });
    expect(harness.firewall.inForce).toMatchObject({
      kind: 'connected',
      gateway: { dataPlane: { transport: 'tcp', port: 1195 }, doorPort: null },
      tunnel: { link: 'comet0-ovpn', ipv4: '100.80.0.7' },
    });
    expect(harness.routing.raised).toMatchObject({ link: 'comet0-ovpn', ipv4: '100.80.0.7' });
    expect(harness.dns.servers).toEqual(['100.64.0.1']);
  });

  test('starts no OpenVPN at a gateway that answers at none of its ports', async () => {
    const harness = start();
    harness.admissionEndpoint.refusals.push('unreachable');
    harness.controls.reachAt = () => 'unreachable';
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({
      kind: 'failed',
      reason: 'gateway_unreachable',
    });
    expect(tried(harness)).toEqual([]);
    expect(harness.firewall.applied.filter((policy) => policy?.kind === 'connecting').at(-1)).toMatchObject({
      gateway: { dataPlane: { transport: 'tcp', port: 8443 }, doorPort: null, probePorts: [1195, 8443] },
    });
  });

  test('passes over a transport whose port does not answer where another one does', async () => {
    const harness = start();
    harness.settings.protocol = 'openvpn';
    harness.openvpn.passing.delete('udp');
    const ports: number[] = [];
    harness.controls.reachAt = (port) => {
      ports.push(port);
      return port === 1195 ? 'other_port' : 'open';
    };
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(ports).toEqual([1195, 8443]);
    expect(tried(harness)).toEqual(['udp', 'tls']);
  });

  test('begins with what worked on this network before', async () => {
    const harness = start();
    harness.controls.worked = { protocol: 'openvpn', variant: 'tls' };
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(tried(harness)).toEqual(['tls']);
    expect(harness.admissionEndpoint.presented).toEqual([]);
  });

  test('is the one that was chosen, and no other', async () => {
    const harness = start();
    Object.assign(harness.settings, { protocol: 'openvpn', variant: 'tcp' });
    harness.openvpn.passing.delete('tcp');
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({
      kind: 'failed',
      reason: 'openvpn_failed',
    });
    expect(tried(harness)).toEqual(['tcp']);
    expect(await harness.tunnel.connect({ location: 'us-nyc' })).toEqual({
      kind: 'failed',
      reason: 'protocol_unavailable',
    });
    expect(harness.firewall.inForce?.kind).toBe('blocked');
  });

  test('is changed during the attempt too when another one is chosen', async () => {
    const harness = start();
    harness.wireguard.answering = false;
    const connecting = harness.tunnel.connect({ location: 'nl-ams' });
    await expect.poll(() => harness.tunnel.state.kind).toBe('connecting');
    Object.assign(harness.settings, { protocol: 'openvpn' });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'openvpn' } });
  });

  test('is left when another one is chosen, and kept when the choice allows it', async () => {
    const harness = start();
    await harness.tunnel.connect({ location: 'nl-ams' });
    const { state } = harness.tunnel;
    Object.assign(harness.settings, { protocol: 'wireguard' });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toBe(state);
    Object.assign(harness.settings, { protocol: 'openvpn' });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await expect
      .poll(() => harness.tunnel.state)
      .toMatchObject({ kind: 'connected', session: { variant: 'udp' } });
    expect(harness.wireguard.current).toBeNull();
  });
});

describe('a location whose gateway is gone', () => {
  async function lose(harness: FakeTunnel): Promise<void> {
    await harness.tunnel.connect({ location: 'nl-ams' });
    harness.admissionEndpoint.refusals.push('unreachable');
    harness.openvpn.passing.clear();
    harness.tunnel.dispatch({ kind: 'link-lost', key: harness.tunnel.state.key });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'gateway_unreachable' });
    expect(harness.firewall.inForce?.kind).toBe('blocked');
    harness.fireTimers();
    await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  }

  test('is stood in for by another, and still wanted', async () => {
    const harness = start();
    await lose(harness);
    expect(harness.tunnel.state).toMatchObject({
      goal: { location: 'nl-ams' },
      session: { gateway: { place: { location: 'jp-tyo' } } },
      fallback: { returns: 0 },
    });
    expect(harness.controls.intent).toEqual({ location: 'nl-ams' });
  });

  test('is gone back to when it answers again', async () => {
    const harness = start();
    await lose(harness);
    harness.tunnel.dispatch({ kind: 'wanted-is-back', key: harness.tunnel.state.key });
    await expect
      .poll(() => harness.tunnel.state)
      .toMatchObject({
        kind: 'connected',
        fallback: null,
        session: { gateway: { place: { location: 'nl-ams' } } },
      });
  });

  test('is looked for less often the more often it was gone back to in vain', async () => {
    const harness = start();
    await lose(harness);
    harness.admissionEndpoint.refusals.push('unreachable');
    harness.tunnel.dispatch({ kind: 'wanted-is-back', key: harness.tunnel.state.key });
    await expect
      .poll(() => harness.tunnel.state)
      .toMatchObject({ kind: 'connected', fallback: { returns: 1 } });
  });
});
