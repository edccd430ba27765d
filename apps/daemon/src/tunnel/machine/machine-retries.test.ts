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

/** A tunnel that went by OpenVPN because WireGuard got no answer. */
async function fallenBack(field: FakeTunnel): Promise<void> {
  field.wireguard.answering = false;
  const connecting = field.tunnel.connect({ location: 'nl-ams' });
  await seconds(9);
  expect(await connecting).toEqual({ kind: 'connected' });
  expect(field.tunnel.state).toMatchObject({ session: { protocol: 'openvpn', variant: 'udp' } });
}

async function settled(field: FakeTunnel): Promise<void> {
  await field.tunnel.idle();
  await seconds(1);
}

describe('a tunnel that fell back to OpenVPN', () => {
  test('moves to WireGuard at the same gateway when it responds, and stays blocked in between', async () => {
    const field = start();
    await fallenBack(field);
    const { state } = field.tunnel;
    field.firewall.applied.length = 0;
    field.wireguard.answering = true;
    await seconds(6);
    await settled(field);
    expect(field.tunnel.state).toMatchObject({
      kind: 'connected',
      session: { protocol: 'wireguard', gateway: { id: 'gateway-0' } },
    });
    expect(field.tunnel.state.key).not.toBe(state.key);
    expect(field.openvpn.current).toBeNull();
    expect(field.firewall.applied.map((policy) => policy?.kind)).toEqual(['connected']);
    expect(field.firewall.inForce).toMatchObject({ tunnel: { link: 'comet0' } });
  });

  test('allows the handshakes of its retries, and no other WireGuard packets', async () => {
    const field = start();
    await fallenBack(field);
    expect(field.firewall.inForce).toMatchObject({
      kind: 'connected',
      retryPort: 51_820,
      tunnel: { link: 'comet0-ovpn' },
    });
    const { raised } = field.routing;
    await seconds(2);
    // Through the tunnel: OpenVPN carries nothing to its server's own address.
    expect(field.admissionEndpoint.presented.map(({ address }) => address)).toEqual([
      '192.0.2.100',
      '100.64.0.1',
    ]);
    expect(field.wireguard.current?.endpoint).toBe('192.0.2.100:51820');
    await seconds(60);
    // A device without a response is left without a peer, and never gets a route.
    expect(field.routing.raised).toBe(raised);
    await seconds(5);
    expect(field.tunnel.state).toMatchObject({ kind: 'connected', session: { protocol: 'openvpn' } });
    expect(field.wireguard.current).toBeNull();
  });

  test('stays by OpenVPN where the user has chosen it since, and WireGuard gets no packet', async () => {
    const field = start();
    await fallenBack(field);
    Object.assign(field.settings, { protocol: 'openvpn' });
    field.tunnel.dispatch({ kind: 'settings-changed' });
    await settled(field);
    const presented = field.admissionEndpoint.presented.length;
    field.wireguard.answering = true;
    await seconds(600);
    expect(field.tunnel.state).toMatchObject({ kind: 'connected', session: { protocol: 'openvpn' } });
    expect(field.admissionEndpoint.presented).toHaveLength(presented);
    expect(field.firewall.inForce).not.toHaveProperty('retryPort');
  });

  test('retries at once on another network', async () => {
    const field = start();
    await fallenBack(field);
    await seconds(120);
    field.wireguard.answering = true;
    field.changeEvent.changeEvent();
    await settled(field);
    expect(field.tunnel.state).toMatchObject({ kind: 'connected', session: { protocol: 'wireguard' } });
  });

  test('returns to the previous transport immediately if the move fails, and waits before the next', async () => {
    const field = start();
    await fallenBack(field);
    let moves = 0;
    field.tunnel.onChange((state) => {
      if (state.kind !== 'connecting' || state.connectionAttempt?.standby === undefined) return;
      moves += 1;
      field.wireguard.answering = false;
    });
    field.wireguard.answering = true;
    await seconds(8);
    await settled(field);
    expect(moves).toBe(1);
    expect(field.tunnel.state).toMatchObject({
      kind: 'connected',
      session: { protocol: 'openvpn', variant: 'udp' },
    });
    field.wireguard.answering = true;
    await seconds(20);
    expect(moves).toBe(1);
    await seconds(15);
    expect(moves).toBe(2);
  });
});
