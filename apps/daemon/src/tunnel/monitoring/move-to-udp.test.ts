import { silentLog } from '@comet/foundation/log';
import { expect, test } from 'vitest';
import { gateways } from '../../../test/fleet/fake-gateways.ts';
import type { Session } from '../../model/session.ts';
import { fakeOuterTransports } from '../../platform/obfuscation/outer-transports.fake.ts';
import { fakeWireguard } from '../../platform/wireguard/wireguard.fake.ts';
import { moveToUdp } from './move-to-udp.ts';
import type { RunningTunnel } from './running-tunnel.ts';

const [exit, entry] = gateways;
const outerTransport = { over: 'quic', port: 443, localPort: 40_001 } as const;
const admittance = { wireguardPort: 51_820 };

test('of two gateways the tunnel to the first moves, by its own handshake and at its address', async () => {
  const outerTransports = { ...fakeOuterTransports(), tryUdp: () => Promise.resolve(53) };
  const handshakes = [100, 200];
  const moved: string[][] = [];
  const wireguard = {
    ...fakeWireguard(),
    peerWith: (publicKey: string) =>
      Promise.resolve(
        publicKey === entry?.wireguardPublicKey ? ({ lastHandshake: handshakes.shift() } as never) : null,
      ),
    setEndpoint: (...call: string[]) => {
      moved.push(call);
      return Promise.resolve();
    },
  };
  const session = {
    ...{ protocol: 'wireguard', gateway: exit, admittance },
    via: { gateway: entry, admittance, outerTransport },
  } as unknown as Session;
  const running = { key: 'key', since: new Date(), session } as RunningTunnel<Session>;
  const parts = { outerTransports, wireguard, log: silentLog };
  expect(await moveToUdp(parts, running, new AbortController().signal)).toBe(true);
  expect(moved).toEqual([[entry?.wireguardPublicKey, `${entry?.address}:53`]]);
  expect(running.session).toMatchObject({
    gateway: { id: exit?.id },
    admittance: { wireguardPort: 51_820 },
    via: { gateway: { id: entry?.id }, admittance: { wireguardPort: 53 } },
  });
  expect(running.session).not.toHaveProperty('via.outerTransport');
});
