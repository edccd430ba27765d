import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Advances the time in small steps, and completes the work of each step before the next. */
async function seconds(count: number): Promise<void> {
  for (let step = 0; step < count * 20; step += 1) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A tunnel that fell back to OpenVPN because WireGuard had no response. */
async function fallenBack(harness: FakeTunnel): Promise<void> {
  harness.wireguard.responding = false;
  const connecting = harness.tunnel.connect({ location: 'nl-ams' });
  await seconds(9);
  expect(await connecting).toEqual({ kind: 'connected' });
  expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'openvpn', variant: 'udp' } });
}

async function settled(harness: FakeTunnel): Promise<void> {
  await harness.tunnel.idle();
  await seconds(1);
}

describe('a tunnel that fell back to OpenVPN', () => {
  test('moves to WireGuard at the same gateway when it responds, and stays blocked in between', async () => {
    const harness = start();
    await fallenBack(harness);
    const { state } = harness.tunnel;
    harness.firewall.applied.length = 0;
    harness.wireguard.responding = true;
    await seconds(6);
    await settled(harness);
    expect(harness.tunnel.state).toMatchObject({
      kind: 'connected',
      session: { protocol: 'wireguard', gateway: { id: 'gateway-0' } },
    });
    expect(harness.tunnel.state.key).not.toBe(state.key);
    expect(harness.openvpn.current).toBeNull();
    expect(harness.firewall.applied.map((policy) => policy?.kind)).toEqual(['connected']);
    expect(harness.firewall.inForce).toMatchObject({ tunnel: { link: 'comet0' } });
  });

  test('allows the handshakes of its retries, and no other WireGuard packets', async () => {
    const harness = start();
    await fallenBack(harness);
    expect(harness.firewall.inForce).toMatchObject({
      kind: 'connected',
      retryPorts: [51_820],
      tunnel: { link: 'comet0-ovpn' },
    });
    const { raised } = harness.routing;
    await seconds(2);
    // Through the tunnel: OpenVPN carries no packets to its server's own address.
    expect(harness.admissionEndpoint.presented.map(({ address }) => address)).toEqual([
      '192.0.2.100',
      '100.64.0.1',
    ]);
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.100:51820');
    await seconds(60);
    // A device without a response is left without a peer, and never gets a route.
    expect(harness.routing.raised).toBe(raised);
    await seconds(5);
    expect(harness.tunnel.state).toMatchObject({ kind: 'connected', session: { protocol: 'openvpn' } });
    expect(harness.wireguard.current).toBeNull();
  });

  test('stays on OpenVPN if the user has chosen it since, and sends no WireGuard packet', async () => {
    const harness = start();
    await fallenBack(harness);
    Object.assign(harness.settings, { protocol: 'openvpn' });
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await settled(harness);
    const presented = harness.admissionEndpoint.presented.length;
    harness.wireguard.responding = true;
    await seconds(600);
    expect(harness.tunnel.state).toMatchObject({ kind: 'connected', session: { protocol: 'openvpn' } });
    expect(harness.admissionEndpoint.presented).toHaveLength(presented);
    expect(harness.firewall.inForce).not.toHaveProperty('retryPorts');
  });

  test('retries at once on another network', async () => {
    const harness = start();
    await fallenBack(harness);
    await seconds(120);
    harness.wireguard.responding = true;
    harness.changeEvent.notify();
    await settled(harness);
    expect(harness.tunnel.state).toMatchObject({ kind: 'connected', session: { protocol: 'wireguard' } });
  });

  test('returns to the previous transport immediately if the move fails, and waits before the next', async () => {
    const harness = start();
    await fallenBack(harness);
    let moves = 0;
    harness.tunnel.onChange((state) => {
      if (state.kind !== 'connecting' || state.connectionAttempt?.standby === undefined) return;
      moves += 1;
      harness.wireguard.responding = false;
    });
    harness.wireguard.responding = true;
    await seconds(8);
    await settled(harness);
    expect(moves).toBe(1);
    expect(harness.tunnel.state).toMatchObject({
      kind: 'connected',
      session: { protocol: 'openvpn', variant: 'udp' },
    });
    harness.wireguard.responding = true;
    await seconds(20);
    expect(moves).toBe(1);
    await seconds(15);
    expect(moves).toBe(2);
  });
});
