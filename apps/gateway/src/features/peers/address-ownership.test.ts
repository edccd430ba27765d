import { addressesOf, hostOf, isIn, tunnelPools } from '@comet/admission';
import type { WireguardGrant } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import type { PeerChange, PeerStatus } from '@comet/linux-network';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Grants } from '../feed/index.ts';
import { LeaseTable, leasesFile, leasesToFile } from '../leases/index.ts';
import { createPeers } from './peers.ts';

/** WireGuard silently moves an allowed IP to the last peer it is set for. */

const keys = Array.from({ length: 6 }, (_, index) => Buffer.alloc(32, index + 1).toString('base64'));
const subs = ['a', 'b'].map((letter) => letter.repeat(22));

class WatchedDevice {
  readonly peers = new Map<string, readonly string[]>();
  readonly stolen: string[] = [];

  status(): Promise<readonly PeerStatus[]> {
    const rest = { endpoint: null, rxBytes: 0, txBytes: 0, lastHandshake: null };
    return Promise.resolve(
      [...this.peers].map(([publicKey, allowedIps]) => ({ publicKey, allowedIps, ...rest })),
    );
  }

  apply({ remove, set }: PeerChange): Promise<void> {
    for (const key of remove ?? []) this.peers.delete(key);
    for (const { publicKey, allowedIps } of set ?? []) {
      for (const [other, owned] of this.peers)
        if (other !== publicKey) this.stolen.push(...owned.filter((ip) => allowedIps.includes(ip)));
      this.peers.set(publicKey, allowedIps);
    }
    return Promise.resolve();
  }
}

const step = fc.record({
  kind: fc.constantFrom(
    ...([
      'admit',
      'admit',
      'admit',
      'end',
      'expire',
      'put',
      'put',
      'withdraw',
      'reconcile',
      'restart',
    ] as const),
  ),
  key: fc.constantFrom(...keys),
  sub: fc.constantFrom(...subs),
  slot: fc.nat(2),
  issuedAt: fc.nat(60),
  /** Few start values and static hosts, so that they collide. */
  start: fc.nat(4),
  wait: fc.integer({ min: 0, max: 700 }),
});

test('no address moves between peers: sessions, configurations and OpenVPN use disjoint pools', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50 }), async (steps) => {
      const device = new WatchedDevice();
      const clock = manualClock(new Date(0));
      const statics = new Grants();
      let leases = new LeaseTable();
      let random = 0;
      const createManager = () =>
        createPeers({
          ...{ device, leases, statics, clock, random: () => random },
          ...{ onChange: () => undefined, onFreed: () => undefined },
        });
      let peers = createManager();
      const idOf = (start: number) => `00000000-0000-4000-8000-00000000000${start}`;
      for (const { kind, key, sub, slot, issuedAt, start, wait } of steps) {
        clock.advance(wait * 1000);
        const now = clock.now().getTime() / 1000;
        random = start / 2 ** 20;
        if (kind === 'admit')
          await peers.admit({ sub, slot, publicKey: key, issuedAt, sessionUntil: now + 900 });
        if (kind === 'end') await peers.end(leases.ofSubject(sub));
        if (kind === 'expire') await peers.endExpired();
        if (kind === 'reconcile') await peers.reconcile();
        if (kind === 'put') {
          const host = tunnelPools.static.first + start;
          const grant: WireguardGrant = {
            ...{ kind: 'wireguard', id: idOf(start), sub, publicKey: key },
            ...addressesOf(host),
          };
          if (statics.put(grant)) await peers.align([key]);
        }
        if (kind === 'withdraw') {
          const gone = statics.withdraw(idOf(start));
          if (gone?.kind === 'wireguard') await peers.align([gone.publicKey]);
        }
        if (kind === 'restart') {
          const file = leasesFile.parse(JSON.parse(JSON.stringify(leasesToFile(leases))));
          leases = new LeaseTable();
          leases.restoreQuarantine(file.resting);
          for (const lease of file.leases) leases.restore(lease);
          peers = createManager();
          // After a start the device has no peers.
          device.peers.clear();
          await peers.reconcile();
        }
        expect(device.stolen).toEqual([]);
        for (const [publicKey, allowedIps] of device.peers) {
          const [ipv4 = '', ipv6 = ''] = allowedIps.map((cidr) => cidr.replace(/\/(32|128)$/, ''));
          const host = hostOf({ ipv4, ipv6 });
          const pool = leases.withKey(publicKey) === null ? tunnelPools.static : tunnelPools.session;
          expect(host !== null && isIn(pool, host) && !isIn(tunnelPools.openvpn, host)).toBe(true);
        }
      }
    }),
    { numRuns: 300 },
  );
});
