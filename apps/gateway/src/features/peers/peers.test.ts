import { addressesOf, tunnelPools } from '@comet/admission';
import type { WireguardGrant } from '@comet/contract';
import { manualClock } from '@comet/foundation';
import type { PeerChange, PeerStatus } from '@comet/linux-network';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedIpsOf, type Lease, LeaseTable } from '../leases/index.ts';
import { createPeers } from './peers.ts';
import { desiredPeers } from './desired-peers.ts';
import { reconcile } from './reconcile.ts';
import { Grants } from '../feed/index.ts';

const keys = Array.from({ length: 8 }, (_, index) => Buffer.alloc(32, index + 1).toString('base64'));
const key = (index: number) => keys[index] ?? '';
const leaseOf = (index: number): Lease => ({
  sub: String(index).repeat(22),
  slot: 0,
  publicKey: key(index),
  host: index + 16,
  issuedAt: 0,
  sessionUntil: 1_000,
});

const grantOf = (index: number): WireguardGrant => ({
  kind: 'wireguard',
  id: `00000000-0000-4000-8000-00000000000${index}`,
  sub: String(index).repeat(22),
  publicKey: key(index),
  ...addressesOf(tunnelPools.static.first + index),
});

/** An in-memory device: an allowed IP belongs to the last peer it was set for. */
function fakeDevice(start: readonly PeerStatus[] = []) {
  const peers = new Map(start.map((peer) => [peer.publicKey, peer]));
  const presharedKeys = new Map<string, string | undefined>();
  return {
    peers,
    presharedKeys,
    failing: false,
    status: () => Promise.resolve([...peers.values()]),
    apply(change: PeerChange) {
      if (this.failing) return Promise.reject(new Error('gone'));
      for (const gone of change.remove ?? []) peers.delete(gone);
      for (const { publicKey, allowedIps, presharedKey } of change.set ?? []) {
        presharedKeys.set(publicKey, presharedKey);
        for (const other of peers.values())
          peers.set(other.publicKey, {
            ...other,
            allowedIps: other.allowedIps.filter((ip) => !allowedIps.includes(ip)),
          });
        const before = peers.get(publicKey);
        peers.set(publicKey, {
          ...(before ?? { endpoint: null, rxBytes: 0, txBytes: 0, lastHandshake: null }),
          publicKey,
          allowedIps,
        });
      }
      return Promise.resolve();
    },
  };
}

const status = fc.record({
  index: fc.nat(7),
  host: fc.nat(10),
  lastHandshake: fc.option(fc.nat(1_000)),
});

test('one change brings any device to the leases, and clears the endpoints of silent peers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(7)),
      fc.uniqueArray(fc.nat(7)),
      fc.uniqueArray(status, { selector: (one) => one.index }),
      async (leased, granted, statuses) => {
        const table = new LeaseTable();
        for (const index of leased) table.restore(leaseOf(index));
        const statics = new Grants();
        for (const index of granted) statics.put(grantOf(index));
        const desired = desiredPeers(table, statics);
        const device = fakeDevice(
          statuses.map(({ index, host, lastHandshake }) => ({
            publicKey: key(index),
            endpoint: lastHandshake === null ? null : '192.0.2.1:5',
            allowedIps: allowedIpsOf(host),
            rxBytes: 1,
            txBytes: 1,
            lastHandshake,
          })),
        );
        const now = 1_000;
        const change = reconcile(desired, await device.status(), now);
        if (change !== null) await device.apply(change);
        const after = await device.status();
        expect(new Map(after.map((peer) => [peer.publicKey, peer.allowedIps]))).toEqual(
          new Map([
            ...[...statics.staticPeers()].map(
              (one) => [one.publicKey, [`${one.ipv4}/32`, `${one.ipv6}/128`]] as const,
            ),
            // The session takes precedence, since it has proved possession of the key.
            ...[...table.all()].map((lease) => [lease.publicKey, allowedIpsOf(lease.host)] as const),
          ]),
        );
        for (const peer of after)
          expect(peer.lastHandshake === null ? peer.endpoint : now - peer.lastHandshake <= 180).toBe(
            peer.lastHandshake === null ? null : true,
          );
        expect(reconcile(desired, after, now)).toBeNull();
      },
    ),
  );
});

function setUp(start = new Date(0), leases = new LeaseTable(), postQuantumPsks = new Map<string, string>()) {
  const device = fakeDevice();
  const statics = new Grants();
  const clock = manualClock(start);
  let changes = 0;
  const freed: string[] = [];
  const egressRoutes = new Set<number>();
  const peers = createPeers({
    egressRoutes: {
      open: ({ host }) => Promise.resolve(void egressRoutes.add(host)),
      close: (ended) => Promise.resolve(ended.forEach(({ host }) => egressRoutes.delete(host))),
    },
    ...{ device, leases, statics, clock, random: () => 0, postQuantumPsks },
    onChange: () => (changes += 1),
    onFreed: (addresses) => freed.push(...addresses),
  });
  return { device, leases, statics, clock, peers, egressRoutes, freed, changes: () => changes };
}

const request = { sub: 'a'.repeat(22), slot: 1, publicKey: key(0), issuedAt: 100, sessionUntil: 900 };

test('a session ends at its time and not before', async () => {
  const { device, leases, clock, peers } = setUp();
  await peers.admit(request);
  clock.advance(899_000);
  await peers.endExpired();
  expect(device.peers.size).toBe(1);
  clock.advance(1_000);
  await peers.endExpired();
  expect([device.peers.size, leases.size]).toEqual([0, 0]);
});

test('a new key of a session replaces the old peer; a key that moves to another slot stays one peer', async () => {
  const { device, peers } = setUp();
  await peers.admit(request);
  await peers.admit({ ...request, publicKey: key(1) });
  expect([...device.peers.keys()]).toEqual([key(1)]);
  await peers.admit({ ...request, publicKey: key(1), slot: 2 });
  expect([...device.peers.keys()]).toEqual([key(1)]);
});

test('keeps no lease if the device fails', async () => {
  const { device, leases, peers } = setUp();
  device.failing = true;
  await expect(peers.admit(request)).rejects.toThrow('gone');
  expect(leases.size).toBe(0);
});

test('removes the route of a failed session at once, or when its key can be removed', async () => {
  const { device, peers, egressRoutes } = setUp();
  const apply = device.apply.bind(device);
  const refuseNext = () => {
    device.apply = () => {
      device.apply = apply;
      return Promise.reject(new Error('busy'));
    };
  };
  refuseNext();
  await expect(peers.admit(request)).rejects.toThrow('busy');
  expect([device.peers.size, egressRoutes.size]).toEqual([0, 0]);
  await peers.admit(request);
  device.failing = true;
  await expect(peers.admit({ ...request, issuedAt: 200 })).rejects.toThrow('gone');
  // A session that is still admitted must not leave by the gateway.
  expect([device.peers.size, egressRoutes.size]).toEqual([1, 1]);
  device.failing = false;
  await peers.reconcile();
  expect([device.peers.size, egressRoutes.size]).toEqual([0, 0]);
});

test('a session that could not be removed keeps its route until it is', async () => {
  const { device, leases, peers, egressRoutes } = setUp();
  await peers.admit(request);
  device.failing = true;
  await expect(peers.end(leases.all())).rejects.toThrow('gone');
  expect(egressRoutes.size).toBe(1);
  device.failing = false;
  await peers.reconcile();
  expect([device.peers.size, egressRoutes.size]).toEqual([0, 0]);
});

test('admits a configuration until it is withdrawn, and combines concurrent changes of the device', async () => {
  const { device, statics, peers } = setUp();
  let applied = 0;
  const apply = device.apply.bind(device);
  device.apply = (change) => {
    applied += 1;
    return apply(change);
  };
  const grants = [1, 2, 3, 4].map(grantOf);
  await Promise.all(
    grants.map((grant) => {
      statics.put(grant);
      return peers.align([grant.publicKey]);
    }),
  );
  expect([...device.peers.keys()].toSorted()).toEqual([1, 2, 3, 4].map(key).toSorted());
  expect(applied).toBe(2);
  statics.withdraw(grantOf(2).id);
  await peers.align([key(2)]);
  expect([...device.peers.keys()].toSorted()).toEqual([1, 3, 4].map(key).toSorted());
});

test('a session takes precedence over a configuration with the same key, which is restored afterwards', async () => {
  const { device, statics, clock, peers } = setUp();
  statics.put(grantOf(0));
  await peers.align([key(0)]);
  const { ipv4, ipv6 } = grantOf(0);
  const ofConfig = [`${ipv4}/32`, `${ipv6}/128`];
  expect(device.peers.get(key(0))?.allowedIps).toEqual(ofConfig);
  const admitted = await peers.admit(request);
  expect(device.peers.get(key(0))?.allowedIps).toEqual(admitted.ok && allowedIpsOf(admitted.value.host));
  await peers.align([key(0)]);
  expect(device.peers.get(key(0))?.allowedIps).not.toEqual(ofConfig);
  clock.advance(900_000);
  await peers.endExpired();
  expect(device.peers.get(key(0))?.allowedIps).toEqual(ofConfig);
});

test('reports free addresses when the peer is removed, and not for a renewal', async () => {
  const { peers, freed, clock } = setUp();
  const one = await peers.admit(request);
  await peers.admit({ ...request, issuedAt: 200, sessionUntil: 1_000 });
  expect(freed).toEqual([]);
  await peers.admit({ ...request, issuedAt: 300, publicKey: key(1) });
  const host = one.ok ? one.value.host : 0;
  expect(freed).toEqual(Object.values(addressesOf(host)));
  clock.advance(900_000);
  await peers.endExpired();
  expect(freed).toHaveLength(4);
});

test('clears the endpoint of a silent peer without losing or repeating bytes of its counters', async () => {
  const { device, peers, clock } = setUp(new Date(1_000_000));
  await peers.admit({ ...request, sessionUntil: 9_000 });
  const spend = (bytes: number, lastHandshake: number) => {
    const peer = device.peers.get(key(0));
    if (peer === undefined) throw new Error('no peer');
    const endpoint = '192.0.2.1:5';
    const counters = { rxBytes: peer.rxBytes + bytes, txBytes: peer.txBytes + 2 * bytes };
    device.peers.set(key(0), { ...peer, ...counters, endpoint, lastHandshake });
  };
  spend(10, 999);
  await peers.reconcile();
  spend(5, 999);
  clock.advance(60_000);
  await peers.reconcile();
  expect(peers.metered(key(0))).toEqual({ incarnation: 0, rxBytes: 15, txBytes: 30 });
  clock.advance(125_000);
  await peers.reconcile();
  expect(device.peers.get(key(0))).toMatchObject({ endpoint: null, lastHandshake: null, rxBytes: 0 });
  expect(peers.metered(key(0))).toEqual({ incarnation: 1, rxBytes: 15, txBytes: 30 });
  spend(4, 1_200);
  await peers.reconcile();
  expect(peers.metered(key(0))).toEqual({ incarnation: 1, rxBytes: 19, txBytes: 38 });
  // A counter that restarted and grew beyond its old value is not mistaken for a continued one.
  clock.advance(400_000);
  await peers.reconcile();
  spend(100, 1_580);
  await peers.reconcile();
  expect(peers.metered(key(0))).toEqual({ incarnation: 2, rxBytes: 119, txBytes: 238 });
  clock.advance(9_000_000);
  await peers.endExpired();
  expect(peers.metered(key(0))).toBeNull();
});

test('adopted sessions keep their post-quantum PSKs until their next presentation', async () => {
  const before = setUp();
  const [one, other] = [request, { ...request, sub: 'b'.repeat(22), publicKey: key(1) }];
  for (const each of [one, other]) await before.peers.admit(each);
  const after = setUp(new Date(0), before.leases, new Map([0, 1, 2].map((index) => [key(index), key(9)])));
  await after.peers.reconcile();
  const [left, none] = [key(9), undefined];
  expect(after.device.presharedKeys).toEqual(new Map([key(0), key(1)].map((one) => [one, left])));
  await after.peers.admit({ ...one, issuedAt: 101 });
  expect(after.device.presharedKeys).toEqual(
    new Map([
      [key(0), none],
      [key(1), left],
    ]),
  );
});
