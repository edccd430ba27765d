import { describe, expect, test, vi } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('the transport to a gateway', () => {
  const tried = (field: FakeTunnel): string[] => field.openvpn.tried.map(({ offer }) => offer.variant);

  test('falls back on a network that blocks WireGuard and then UDP', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const field = start();
    field.wireguard.answering = false;
    field.openvpn.passing.delete('udp');
    const connecting = field.tunnel.connect({ location: 'nl-ams' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(tried(field)).toEqual(['udp', 'tcp']);
    expect(field.tunnel.state).toMatchObject({ session: { protocol: 'openvpn', variant: 'tcp' } });
    expect(field.firewall.inForce).toMatchObject({
      kind: 'connected',
      gateway: { dataPlane: { transport: 'tcp', port: 1195 }, doorPort: null },
      tunnel: { link: 'comet0-ovpn', ipv4: '100.80.0.7' },
    });
    expect(field.routing.raised).toMatchObject({ link: 'comet0-ovpn', ipv4: '100.80.0.7' });
    expect(field.dns.servers).toEqual(['100.64.0.1']);
  });

  test('starts no OpenVPN at a gateway that answers at none of its ports', async () => {
    const field = start();
    field.admissionEndpoint.refusals.push('unreachable');
    field.world.reachAt = () => 'nowhere';
    expect(await field.tunnel.connect({ location: 'nl-ams' })).toEqual({
      kind: 'failed',
      reason: 'gateway_unreachable',
    });
    expect(tried(field)).toEqual([]);
    expect(field.firewall.applied.filter((policy) => policy?.kind === 'connecting').at(-1)).toMatchObject({
      gateway: { dataPlane: { transport: 'tcp', port: 8443 }, doorPort: null, probePorts: [1195, 8443] },
    });
  });

  test('passes over a transport whose port does not answer where another one does', async () => {
    const field = start();
    field.settings.protocol = 'openvpn';
    field.openvpn.passing.delete('udp');
    const ports: number[] = [];
    field.world.reachAt = (port) => {
      ports.push(port);
      return port === 1195 ? 'elsewhere' : 'here';
    };
    expect(await field.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(ports).toEqual([1195, 8443]);
    expect(tried(field)).toEqual(['udp', 'tls']);
  });

  test('begins with what worked on this network before', async () => {
    const field = start();
    field.world.worked = { protocol: 'openvpn', variant: 'tls' };
    expect(await field.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(tried(field)).toEqual(['tls']);
    expect(field.admissionEndpoint.presented).toEqual([]);
  });

  test('is the one that was chosen, and no other', async () => {
    const field = start();
    Object.assign(field.settings, { protocol: 'openvpn', variant: 'tcp' });
    field.openvpn.passing.delete('tcp');
    expect(await field.tunnel.connect({ location: 'nl-ams' })).toEqual({
      kind: 'failed',
      reason: 'openvpn_failed',
    });
    expect(tried(field)).toEqual(['tcp']);
    expect(await field.tunnel.connect({ location: 'us-nyc' })).toEqual({
      kind: 'failed',
      reason: 'protocol_unavailable',
    });
    expect(field.firewall.inForce?.kind).toBe('blocked');
  });

  test('is changed during the attempt too when another one is chosen', async () => {
    const field = start();
    field.wireguard.answering = false;
    const connecting = field.tunnel.connect({ location: 'nl-ams' });
    await expect.poll(() => field.tunnel.state.kind).toBe('connecting');
    Object.assign(field.settings, { protocol: 'openvpn' });
    field.tunnel.dispatch({ kind: 'settings-changed' });
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(field.tunnel.state).toMatchObject({ session: { protocol: 'openvpn' } });
  });

  test('is left when another one is chosen, and kept when the choice allows it', async () => {
    const field = start();
    await field.tunnel.connect({ location: 'nl-ams' });
    const { state } = field.tunnel;
    Object.assign(field.settings, { protocol: 'wireguard' });
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await field.tunnel.idle();
    expect(field.tunnel.state).toBe(state);
    Object.assign(field.settings, { protocol: 'openvpn' });
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await expect
      .poll(() => field.tunnel.state)
      .toMatchObject({ kind: 'connected', session: { variant: 'udp' } });
    expect(field.wireguard.current).toBeNull();
  });
});

describe('a location whose gateway is gone', () => {
  async function lose(field: FakeTunnel): Promise<void> {
    await field.tunnel.connect({ location: 'nl-ams' });
    field.admissionEndpoint.refusals.push('unreachable');
    field.openvpn.passing.clear();
    field.tunnel.dispatch({ kind: 'link-lost', key: field.tunnel.state.key });
    await field.tunnel.idle();
    expect(field.tunnel.state).toMatchObject({ kind: 'error', reason: 'gateway_unreachable' });
    expect(field.firewall.inForce?.kind).toBe('blocked');
    field.fireTimers();
    await expect.poll(() => field.tunnel.state.kind).toBe('connected');
  }

  test('is stood in for by another, and still wanted', async () => {
    const field = start();
    await lose(field);
    expect(field.tunnel.state).toMatchObject({
      goal: { location: 'nl-ams' },
      session: { gateway: { place: { location: 'jp-tyo' } } },
      fallback: { returns: 0 },
    });
    expect(field.world.intent).toEqual({ location: 'nl-ams' });
  });

  test('is gone back to when it answers again', async () => {
    const field = start();
    await lose(field);
    field.tunnel.dispatch({ kind: 'wanted-is-back', key: field.tunnel.state.key });
    await expect
      .poll(() => field.tunnel.state)
      .toMatchObject({
        kind: 'connected',
        fallback: null,
        session: { gateway: { place: { location: 'nl-ams' } } },
      });
  });

  test('is looked for less often the more often it was gone back to in vain', async () => {
    const field = start();
    await lose(field);
    field.admissionEndpoint.refusals.push('unreachable');
    field.tunnel.dispatch({ kind: 'wanted-is-back', key: field.tunnel.state.key });
    await expect
      .poll(() => field.tunnel.state)
      .toMatchObject({ kind: 'connected', fallback: { returns: 1 } });
  });
});
