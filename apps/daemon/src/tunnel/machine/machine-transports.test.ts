import { describe, expect, test, vi } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const anywhere = { location: null };

describe('the transport to a gateway', () => {
  const tried = (harness: FakeTunnel): string[] => harness.openvpn.tried.map(({ offer }) => offer.variant);

  test('falls back on a network that blocks WireGuard and then UDP', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const harness = start();
    harness.wireguard.responding = false;
    harness.openvpn.passing.delete('udp');
    const connecting = harness.tunnel.connect({ location: 'nl-ams' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(tried(harness)).toEqual(['udp', 'tcp']);
    expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'openvpn', variant: 'tcp' } });
    expect(harness.firewall.inForce).toMatchObject({
      kind: 'connected',
      gateway: { dataPlane: { transport: 'tcp', port: 1195 }, admissionPort: null },
      tunnel: { link: 'comet0-ovpn', ipv4: '100.80.0.7' },
    });
    expect(harness.routing.raised).toMatchObject({ link: 'comet0-ovpn', ipv4: '100.80.0.7' });
    expect(harness.dns.servers).toEqual(['100.64.0.1']);
  });

  test('uses OpenVPN over UDP where the network blocks the admission endpoint', async () => {
    const harness = start();
    harness.admissionEndpoint.refusals.push('blocked');
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(tried(harness)).toEqual(['udp']);
  });

  test('starts no OpenVPN at a gateway without a response at any of its ports', async () => {
    const harness = start();
    harness.admissionEndpoint.refusals.push('unreachable');
    harness.controls.reachAt = () => 'unreachable';
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({
      kind: 'failed',
      reason: 'gateway_unreachable',
    });
    expect(tried(harness)).toEqual([]);
    expect(harness.firewall.applied.filter((policy) => policy?.kind === 'connecting').at(-1)).toMatchObject({
      gateway: { dataPlane: { transport: 'tcp', port: 8443 }, admissionPort: null, probePorts: [1195, 8443] },
    });
  });

  test('skips a transport whose port does not respond if another one does', async () => {
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

  test('begins with the last working transport on this network', async () => {
    const harness = start();
    harness.controls.worked = { protocol: 'openvpn', variant: 'tls' };
    expect(await harness.tunnel.connect(anywhere)).toEqual({ kind: 'connected' });
    expect(tried(harness)).toEqual(['tls']);
    expect(harness.admissionEndpoint.presented).toEqual([]);
  });

  test('by WireGuard uses another port if one does not respond, and permits only the one that is tried', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const harness = start();
    harness.controls.ports = [51_820, 53, 443];
    harness.wireguard.openPort = 53;
    const connecting = harness.tunnel.connect({ location: 'nl-ams' });
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(await connecting).toEqual({ kind: 'connected' });
    const ports = harness.firewall.applied.flatMap((policy) =>
      policy === null || policy.kind === 'blocked' ? [] : [policy.gateway.dataPlane.port],
    );
    expect([...new Set(ports)]).toEqual([51_820, 443, 53]);
    expect(harness.tunnel.state).toMatchObject({
      session: {
        gateway: { wireguardPort: 51_820, wireguardPorts: [53, 51_820, 443] },
        admittance: { wireguardPort: 53 },
      },
    });
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.100:53');
    expect(tried(harness)).toEqual([]);
  });

  test('by WireGuard begins with the port that worked last on this network', async () => {
    const harness = start();
    harness.controls.ports = [51_820, 53, 443];
    harness.controls.worked = { protocol: 'wireguard', port: 443 };
    await harness.tunnel.connect({ location: 'nl-ams' });
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.100:443');
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual(['connecting', 'connected']);
  });

  test('by WireGuard uses the chosen port only; a change of the choice makes a new tunnel', async () => {
    const harness = start();
    harness.controls.ports = [51_820, 53];
    Object.assign(harness.settings, { protocol: 'wireguard', wireguardPort: '53' });
    await harness.tunnel.connect({ location: 'nl-ams' });
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.100:53');
    Object.assign(harness.settings, { wireguardPort: '443' });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'protocol_unavailable' });
    Object.assign(harness.settings, { wireguardPort: '51820' });
    expect(await harness.tunnel.connect({ location: 'nl-ams' })).toEqual({ kind: 'connected' });
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.100:51820');
  });

  test('through two gateways tries the ports of the entry', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const harness = start();
    harness.controls.ports = [51_820, 443];
    harness.wireguard.openPort = 443;
    const { setPeer } = harness.wireguard;
    const outer: (string | null | undefined)[] = [];
    harness.wireguard.setPeer = (peer, mtu, outerPeer) => {
      outer.push((outerPeer ?? peer).endpoint);
      if (outerPeer !== undefined) harness.wireguard.openPort = null;
      return setPeer(peer, mtu, outerPeer);
    };
    const connecting = harness.tunnel.connect({ location: 'jp-tyo', via: 'nl-ams' });
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(outer).toEqual(['192.0.2.100:51820', '192.0.2.100:443', '192.0.2.100:443']);
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.101:51820');
    expect(harness.firewall.inForce).toMatchObject({
      gateway: { address: '192.0.2.100', dataPlane: { port: 443 } },
      through: { address: '192.0.2.101', wireguardPort: 51_820 },
    });
  });

  test('is the chosen one only', async () => {
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

  test('changes during an attempt if another one is chosen', async () => {
    const harness = start();
    harness.wireguard.responding = false;
    const connecting = harness.tunnel.connect({ location: 'nl-ams' });
    await expect.poll(() => harness.tunnel.state.kind).toBe('connecting');
    Object.assign(harness.settings, { protocol: 'openvpn' });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    expect(await connecting).toEqual({ kind: 'connected' });
    expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'openvpn' } });
  });

  test('is left if another one is chosen, and kept if the choice allows it', async () => {
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

describe('a location without an available gateway', () => {
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

  test('is replaced by another, and stays requested', async () => {
    const harness = start();
    await lose(harness);
    expect(harness.tunnel.state).toMatchObject({
      goal: { location: 'nl-ams' },
      session: { gateway: { place: { location: 'jp-tyo' } } },
      fallback: { returns: 0 },
    });
    expect(harness.controls.intent).toEqual({ location: 'nl-ams' });
  });

  test('is used again once it responds', async () => {
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

  test('is checked less often after each failed return', async () => {
    const harness = start();
    await lose(harness);
    harness.admissionEndpoint.refusals.push('unreachable');
    harness.tunnel.dispatch({ kind: 'wanted-is-back', key: harness.tunnel.state.key });
    await expect
      .poll(() => harness.tunnel.state)
      .toMatchObject({ kind: 'connected', fallback: { returns: 1 } });
  });
});
