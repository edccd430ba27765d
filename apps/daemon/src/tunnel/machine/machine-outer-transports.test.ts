import { describe, expect, test, vi } from 'vitest';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const goal = { location: 'nl-ams' };
const offers = [
  { over: 'quic', port: 443 },
  { over: 'tcp', port: 80 },
] as const;

function startOffering(): FakeTunnel {
  const harness = start();
  harness.controls.transports = offers;
  return harness;
}

/** A network that drops UDP: the device gets a response only by the local port of a program. */
function dropUdp({ wireguard, outerTransports }: FakeTunnel): void {
  const { peer } = wireguard;
  wireguard.peer = () => {
    const endpoint = wireguard.current?.endpoint ?? '';
    wireguard.responding = [...outerTransports.running.keys()].some(
      (port) => endpoint === `127.0.0.1:${port}`,
    );
    return peer();
  };
}

/** Connects with a fake clock; resolves with the milliseconds that it took. */
async function connect({ tunnel }: FakeTunnel): Promise<number> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let passed = 0;
  let isDone = false;
  const connecting = tunnel.connect(goal).finally(() => {
    isDone = true;
  });
  try {
    for (; !isDone && passed < 30_000; passed += 10) await vi.advanceTimersByTimeAsync(10);
  } finally {
    vi.useRealTimers();
  }
  expect(await connecting).toEqual({ kind: 'connected' });
  return passed;
}

const tried = ({ outerTransports }: FakeTunnel): string[] =>
  outerTransports.tried.map(({ offer }) => offer.over);

describe('on a network that drops UDP', () => {
  test.each([1, 3, 6])('WireGuard with %i ports uses QUIC within two seconds', async (count) => {
    const harness = startOffering();
    harness.controls.ports = [51_820, 443, 53, 4500, 123, 80].slice(0, count);
    dropUdp(harness);
    expect(await connect(harness)).toBeLessThan(2_000);
    expect(harness.tunnel.state).toMatchObject({ session: { outerTransport: { over: 'quic', port: 443 } } });
    const [[localPort]] = [...harness.outerTransports.running] as [[number, unknown]];
    expect(harness.wireguard.current?.endpoint).toBe(`127.0.0.1:${localPort}`);
    expect(harness.outerTransports.running.size).toBe(1);
    expect(harness.openvpn.tried).toEqual([]);
  });

  test('WireGuard uses TCP if QUIC is blocked as well', async () => {
    const harness = startOffering();
    harness.outerTransports.reachable.delete('quic');
    dropUdp(harness);
    expect(await connect(harness)).toBeLessThan(2_000);
    expect(harness.tunnel.state).toMatchObject({ session: { outerTransport: { over: 'tcp', port: 80 } } });
  });

  test('only the programs may use the further transports, and only while they are opened', async () => {
    const harness = startOffering();
    harness.outerTransports.reachable.delete('quic');
    dropUdp(harness);
    await connect(harness);
    const quic = { transport: 'udp', port: 443, sender: 'program' };
    const tcp = { transport: 'tcp', port: 80, sender: 'program' };
    expect(harness.firewall.applied).toContainEqual(
      expect.objectContaining({ kind: 'connected', opening: [quic, tcp] }),
    );
    expect(harness.firewall.applied[0]).not.toHaveProperty('opening');
    expect(harness.firewall.inForce).toMatchObject({ kind: 'connected', gateway: { dataPlane: tcp } });
    // It also sends handshakes to WireGuard's own port.
    expect(harness.firewall.inForce).toHaveProperty('opening', [{ ...quic, port: 51_820 }]);
  });

  test('OpenVPN follows if no transport is reachable, and no program is left', async () => {
    const harness = startOffering();
    harness.outerTransports.reachable.clear();
    dropUdp(harness);
    await connect(harness);
    expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'openvpn', variant: 'udp' } });
    expect(harness.outerTransports.running.size).toBe(0);
    expect(JSON.stringify(harness.firewall.inForce)).not.toContain('program');
  });

  test('the last working transport is tried first, without a packet over UDP', async () => {
    const harness = startOffering();
    harness.controls.worked = { protocol: 'wireguard', over: 'tcp' };
    dropUdp(harness);
    expect(await connect(harness)).toBeLessThan(200);
    expect(tried(harness)).toEqual(['tcp']);
    expect(JSON.stringify(harness.firewall.applied)).not.toContain('51820');
  });
});

describe('a tunnel over another transport because UDP did not work', () => {
  /** Connects over QUIC. `handshakes`: whether WireGuard completes another handshake, which the forged response of a censor does not. */
  async function connected(handshakes: boolean): Promise<FakeTunnel> {
    const harness = startOffering();
    harness.controls.ports = [51_820, 53];
    dropUdp(harness);
    await connect(harness);
    const { peer } = harness.wireguard;
    let last = Math.floor(Date.now() / 1000);
    harness.wireguard.peer = async () => {
      if (handshakes) last += 1;
      const status = await peer();
      return status === null ? null : { ...status, lastHandshake: last };
    };
    return harness;
  }

  test('moves to the port that responds to its next handshake, and stays connected', async () => {
    const harness = await connected(true);
    const { key } = harness.tunnel.state;
    const opening = [51_820, 53].map((port) => ({ transport: 'udp', port, sender: 'program' }));
    expect(harness.firewall.inForce).toMatchObject({ retryPorts: [51_820, 53], opening });
    harness.firewall.applied.length = 0;
    harness.outerTransports.respondingPort = 53;
    harness.changeEvent.notify();
    await expect
      .poll(() => harness.tunnel.state)
      .toMatchObject({ key, kind: 'connected', session: { admittance: { wireguardPort: 53 } } });
    expect(harness.outerTransports.triedPorts).toEqual([[51_820, 53]]);
    expect(harness.tunnel.state).not.toHaveProperty('session.outerTransport');
    expect(harness.wireguard.current?.endpoint).toBe('192.0.2.100:53');
    await expect.poll(() => harness.outerTransports.running.size).toBe(0);
    expect(harness.firewall.applied).toHaveLength(1);
    expect(harness.firewall.inForce).toMatchObject({
      kind: 'connected',
      gateway: { dataPlane: { transport: 'udp', port: 53 } },
    });
    for (const permission of ['retryPorts', 'opening'])
      expect(harness.firewall.inForce).not.toHaveProperty(permission);
  });

  test('stays where it is after a response that WireGuard does not confirm', async () => {
    const harness = await connected(false);
    const endpoint = harness.wireguard.current?.endpoint;
    harness.outerTransports.respondingPort = 53;
    harness.changeEvent.notify();
    await expect.poll(() => harness.outerTransports.triedPorts.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(harness.wireguard.current?.endpoint).toBe(endpoint);
    expect(harness.tunnel.state).toHaveProperty('session.outerTransport.over', 'quic');
  });

  test('stays there if the user has chosen that transport since', async () => {
    const harness = await connected(true);
    harness.settings.wireguardOver = 'quic';
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.firewall.inForce).not.toHaveProperty('retryPorts');
    harness.outerTransports.respondingPort = 53;
    harness.changeEvent.notify();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(harness.outerTransports.triedPorts).toEqual([]);
    expect(harness.tunnel.state).toHaveProperty('session.outerTransport.over', 'quic');
  });
});

test('no transport is opened where UDP works', async () => {
  const harness = startOffering();
  expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'connected' });
  expect(harness.tunnel.state).toMatchObject({ session: { protocol: 'wireguard' } });
  expect(tried(harness)).toEqual([]);
});

test('a tunnel with cover traffic never moves to UDP; after it was turned off, it ends and another follows', async () => {
  const harness = start();
  harness.controls.transports = [{ over: 'cover', port: 443 }];
  harness.settings.wireguardOver = 'cover';
  expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'connected' });
  const { key } = harness.tunnel.state;
  expect(harness.firewall.inForce).not.toHaveProperty('retryPorts');
  harness.outerTransports.respondingPort = 51_820;
  harness.changeEvent.notify();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(harness.outerTransports.triedPorts).toEqual([]);
  expect(harness.tunnel.state).toMatchObject({ key, session: { outerTransport: { over: 'cover' } } });
  harness.settings.wireguardOver = 'automatic';
  harness.tunnel.dispatch({ kind: 'settings-changed' });
  await expect.poll(() => harness.tunnel.state).toMatchObject({ kind: 'connected' });
  expect(harness.tunnel.state).not.toHaveProperty('session.outerTransport');
  expect(harness.outerTransports.triedPorts).toEqual([]);
});

describe('a chosen transport', () => {
  test('is the only one that is tried', async () => {
    const harness = startOffering();
    Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver: 'tcp' });
    expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'connected' });
    expect(tried(harness)).toEqual(['tcp']);
    expect(harness.tunnel.state).toMatchObject({ session: { outerTransport: { over: 'tcp' } } });
  });

  test('is not replaced if it is unreachable', async () => {
    const harness = startOffering();
    Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver: 'quic' });
    harness.outerTransports.reachable.delete('quic');
    expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'failed', reason: 'handshake_timeout' });
    expect(tried(harness)).toEqual(['quic']);
    expect(harness.wireguard.current).toBeNull();
  });

  test('is refused where no gateway offers it', async () => {
    const harness = start();
    Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver: 'tcp' });
    expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'failed', reason: 'protocol_unavailable' });
  });

  test('ends a tunnel over another one, and keeps one that it allows', async () => {
    const harness = startOffering();
    Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver: 'tcp' });
    await harness.tunnel.connect(goal);
    const { state } = harness.tunnel;
    harness.settings.wireguardOver = 'automatic';
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await harness.tunnel.idle();
    expect(harness.tunnel.state).toBe(state);
    harness.settings.wireguardOver = 'direct';
    harness.tunnel.dispatch({ kind: 'settings-changed' });
    await expect
      .poll(() => harness.tunnel.state)
      .toMatchObject({ kind: 'connected', session: { admittance: { wireguardPort: 51_820 } } });
    expect(harness.tunnel.state).not.toHaveProperty('session.outerTransport');
    expect(harness.outerTransports.running.size).toBe(0);
  });
});

test('a program that ends is a failure of the tunnel, which is connected again; traffic stays blocked', async () => {
  const harness = startOffering();
  Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver: 'tcp' });
  await harness.tunnel.connect(goal);
  harness.outerTransports.end('killed');
  await harness.tunnel.idle();
  expect(harness.tunnel.state).toMatchObject({ kind: 'error', reason: 'tunnel_device_died' });
  expect(harness.firewall.inForce?.kind).toBe('blocked');
  harness.fireTimers();
  await expect.poll(() => harness.tunnel.state.kind).toBe('connected');
  expect(harness.outerTransports.running.size).toBe(1);
});

test('the programs end with the tunnel', async () => {
  const harness = startOffering();
  Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver: 'tcp' });
  await harness.tunnel.connect(goal);
  await harness.tunnel.disconnect();
  expect(harness.outerTransports.running.size).toBe(0);
});

test('the MTU of a tunnel over QUIC is at most 1280', async () => {
  const harness = startOffering();
  const sizes: number[] = [];
  const { setPeer } = harness.wireguard;
  harness.wireguard.setPeer = (peer, mtu, outer) => {
    sizes.push(mtu);
    return setPeer(peer, mtu, outer);
  };
  for (const wireguardOver of ['tcp', 'quic'] as const) {
    Object.assign(harness.settings, { protocol: 'wireguard', wireguardOver });
    await harness.tunnel.connect(goal);
    await harness.tunnel.disconnect();
  }
  expect(sizes).toEqual([1420, 1280]);
});
