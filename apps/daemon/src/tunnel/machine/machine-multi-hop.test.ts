import { describe, expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import { type FakeTunnel, tunnelsUnderTest } from '../../../test/fleet/tunnels-fixture.ts';

const start = tunnelsUnderTest();
const goal = { location: 'nl-ams', via: 'jp-tyo' };
const [exit, entry] = gateways;

function startOver(over: 'cover' | 'quic'): FakeTunnel {
  const harness = start();
  harness.controls.transports = [{ over, port: 443 }];
  harness.settings.wireguardOver = over;
  return harness;
}

test('cover traffic is opened to the entry only, and the rules permit no other packets outside', async () => {
  const harness = startOver('cover');
  expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'connected' });
  expect(harness.outerTransports.tried).toMatchObject([
    { address: entry?.address, serverPublicKey: entry?.wireguardPublicKey, offer: { over: 'cover' } },
  ]);
  expect(harness.tunnel.state).toMatchObject({
    session: {
      gateway: { place: { location: 'nl-ams' } },
      via: { gateway: { place: { location: 'jp-tyo' } }, outerTransport: { over: 'cover' } },
    },
  });
  expect(harness.tunnel.state).not.toHaveProperty('session.outerTransport');
  // The exit's peer: its packets are routed to the entry's.
  expect(harness.wireguard.current?.endpoint).toBe(`${exit?.address}:51820`);
  expect(harness.outerTransports.running.size).toBe(1);
  expect(harness.firewall.inForce).toMatchObject({
    kind: 'connected',
    gateway: { address: entry?.address, dataPlane: { transport: 'udp', port: 443, sender: 'program' } },
    through: { address: exit?.address },
  });
  for (const permission of ['retryPorts', 'opening'])
    expect(harness.firewall.inForce).not.toHaveProperty(permission);
  expect(harness.routing.raised).toMatchObject({ mtu: 1280, gateway: entry?.address });
});

test('its program that ends is a failure of the tunnel, which is connected again', async () => {
  const harness = startOver('cover');
  await harness.tunnel.connect(goal);
  const { key } = harness.tunnel.state;
  harness.outerTransports.end('killed');
  await expect
    .poll(() => harness.tunnel.state)
    .toMatchObject({ kind: 'connected', session: { via: { outerTransport: { over: 'cover' } } } });
  expect(harness.tunnel.state.key).not.toBe(key);
});

test('nothing else is tried if cover traffic does not reach the entry', async () => {
  const harness = startOver('cover');
  harness.outerTransports.reachable.delete('cover');
  expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'failed', reason: 'handshake_timeout' });
  expect(harness.wireguard.current).toBeNull();
});

describe('on a network that drops UDP', () => {
  /** The entry responds only by the local port of a program; the exit responds through it. */
  function dropUdp({ wireguard, outerTransports }: FakeTunnel): void {
    const { peer } = wireguard;
    wireguard.peer = () => {
      const ports = [...outerTransports.running.keys()];
      const endpoint = wireguard.current?.endpoint ?? '';
      const isEntry = wireguard.current?.publicKey === entry?.wireguardPublicKey;
      wireguard.responding = isEntry
        ? ports.some((port) => endpoint === `127.0.0.1:${port}`)
        : ports.length > 0;
      return peer();
    };
  }

  test('the entry is reached over another transport, and the rules permit WireGuard’s ports again for a return', async () => {
    const harness = start();
    harness.controls.transports = [{ over: 'quic', port: 443 }];
    dropUdp(harness);
    expect(await harness.tunnel.connect(goal)).toEqual({ kind: 'connected' });
    expect(harness.tunnel.state).toMatchObject({
      session: { via: { outerTransport: { over: 'quic', port: 443 } } },
    });
    expect(harness.outerTransports.running.size).toBe(1);
    expect(harness.firewall.inForce).toMatchObject({
      gateway: { address: entry?.address },
      retryPorts: [51_820],
    });
  });
});
