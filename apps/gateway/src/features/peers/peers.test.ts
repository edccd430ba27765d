import { manualClock } from '@comet/foundation';
import type { PeerChange, PeerStatus } from '@comet/linux-network';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedIpsOf, type Lease, LeaseBook } from '../leases/index.ts';
import { createPeers } from './peers.ts';
import { reconcile } from './reconcile.ts';

const keys = Array.from({ length: 8 }, (_, index) => Buffer.alloc(32, index + 1).toString('base64'));
const key = (index: number) => keys[index] ?? '';
const leaseOf = (index: number): Lease => ({
  sub: String(index).repeat(22),
  slot: 0,
  publicKey: key(index),
  host: index + 2,
  issuedAt: 0,
  sessionUntil: 1_000,
});

/** A device in memory, as far as peers are concerned: an allowed IP has one owner, the last one who was given it. */
function fakeDevice(start: readonly PeerStatus[] = []) {
  const peers = new Map(start.map((peer) => [peer.publicKey, peer]));
  return {
    peers,
    failing: false,
    status: () => Promise.resolve([...peers.values()]),
    apply(change: PeerChange) {
      if (this.failing) return Promise.reject(new Error('gone'));
      for (const gone of change.remove ?? []) peers.delete(gone);
      for (const { publicKey, allowedIps } of change.set ?? []) {
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

test('whatever the device held, one change makes it hold the leases, and nothing about silent peers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(7)),
      fc.uniqueArray(status, { selector: (one) => one.index }),
      async (leased, statuses) => {
        const book = new LeaseBook();
        for (const index of leased) book.restore(leaseOf(index));
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
        const change = reconcile(book, await device.status(), now);
        if (change !== null) await device.apply(change);
        const after = await device.status();
        expect(new Map(after.map((peer) => [peer.publicKey, peer.allowedIps]))).toEqual(
          new Map([...book.all()].map((lease) => [lease.publicKey, allowedIpsOf(lease.host)])),
        );
        for (const peer of after)
          expect(peer.lastHandshake === null ? peer.endpoint : now - peer.lastHandshake <= 180).toBe(
            peer.lastHandshake === null ? null : true,
          );
        expect(reconcile(book, after, now)).toBeNull();
      },
    ),
  );
});

function room(start = new Date(0)) {
  const device = fakeDevice();
  const leases = new LeaseBook();
  const clock = manualClock(start);
  let changes = 0;
  const peers = createPeers({ device, leases, clock, random: () => 0, onChange: () => (changes += 1) });
  return { device, leases, clock, peers, changes: () => changes };
}

const asked = { sub: 'a'.repeat(22), slot: 1, publicKey: key(0), issuedAt: 100, sessionUntil: 900 };

test('a session ends at its time and not before', async () => {
  const { device, leases, clock, peers } = room();
  await peers.admit(asked);
  clock.advance(899_000);
  await peers.endExpired();
  expect(device.peers.size).toBe(1);
  clock.advance(1_000);
  await peers.endExpired();
  expect([device.peers.size, leases.size]).toEqual([0, 0]);
});

test('a new key of a session replaces the old peer; a key that moves to another slot stays one peer', async () => {
  const { device, peers } = room();
  await peers.admit(asked);
  await peers.admit({ ...asked, publicKey: key(1) });
  expect([...device.peers.keys()]).toEqual([key(1)]);
  await peers.admit({ ...asked, publicKey: key(1), slot: 2 });
  expect([...device.peers.keys()]).toEqual([key(1)]);
});

test('a device that refuses leaves no lease behind', async () => {
  const { device, leases, peers } = room();
  device.failing = true;
  await expect(peers.admit(asked)).rejects.toThrow('gone');
  expect(leases.size).toBe(0);
});
