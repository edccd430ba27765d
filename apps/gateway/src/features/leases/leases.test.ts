import { addressesOf, chooseHost, hostOf, isIn, tunnelNetwork, tunnelPools } from '@comet/admission';
import { isIpv4, isIpv6, networkOf, parseCidr } from '@comet/foundation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Lease, LeaseTable } from './lease-table.ts';
import { leasesFile, leasesToFile } from './leases.store.ts';
import { allowedIpsOf } from './allowed-ips.ts';

const keys = Array.from({ length: 6 }, (_, index) => Buffer.alloc(32, index + 1).toString('base64'));
const subs = ['a', 'b', 'c'].map((letter) => letter.repeat(22));

const step = fc.record({
  sub: fc.constantFrom(...subs),
  slot: fc.nat(2),
  publicKey: fc.constantFrom(...keys),
  issuedAt: fc.nat(50),
  kind: fc.constantFrom('grant', 'grant', 'grant', 'end', 'end-again'),
  wait: fc.nat(4),
  /** Few start values, so that hosts collide. */
  start: fc.nat(3),
});

test('no two peers share an address, a session has one lease and a key has one lease', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const quarantine = 10;
      const table = new LeaseTable({ quarantine, capacity: 5 });
      const freed = new Map<number, number>();
      const over: Lease[] = [];
      let now = 0;
      for (const { kind, wait, start, ...named } of steps) {
        now += wait;
        const before = new Set([...table.all()].map((lease) => lease.host));
        const present = table.withKey(named.publicKey);
        if (kind === 'end-again') {
          // A late notification of an end does not end the next session.
          for (const lease of over) expect(table.end(lease, now)).toBe(false);
        } else if (kind === 'end') {
          if (present === null) continue;
          expect(table.end(present, now)).toBe(true);
          freed.set(present.host, now);
          over.push(present);
        } else {
          const granted = table.grant({ ...named, sessionUntil: 1_000 }, now, () => start / 2 ** 22);
          if (granted.ok) {
            const replaced = [...granted.value.ended, ...(present === null ? [] : [present])];
            for (const lease of granted.value.ended) freed.set(lease.host, now);
            over.push(...replaced);
            // A ticket never replaces a newer one.
            for (const { issuedAt } of replaced) expect(named.issuedAt).toBeGreaterThanOrEqual(issuedAt);
            const { host } = granted.value.lease;
            if (!before.has(host))
              expect(now - (freed.get(host) ?? -quarantine)).toBeGreaterThanOrEqual(quarantine);
          }
        }
        const leases = [...table.all()];
        for (const lease of leases) expect(table.withHost(lease.host)).toBe(lease);
        const held = new Set(leases.map(({ host }) => host));
        for (const { host } of over) if (!held.has(host)) expect(table.withHost(host)).toBeNull();
        expect(new Set(leases.map((lease) => lease.host)).size).toBe(leases.length);
        expect(new Set(leases.map((lease) => lease.publicKey)).size).toBe(leases.length);
        expect(new Set(leases.map((lease) => `${lease.sub} ${lease.slot}`)).size).toBe(leases.length);
        expect(leases.length).toBeLessThanOrEqual(5);
        expect(subs.flatMap((sub) => [...table.ofSubject(sub)]).length).toBe(leases.length);
      }
    }),
  );
});

test('a host is never the network, gateway or broadcast address, and both of its addresses are unique', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.nat(2 ** 22 - 1),
      fc.constantFrom(...Object.values(tunnelPools)),
      (random, other, pool) => {
        const host =
          chooseHost(
            pool,
            () => true,
            () => random,
          ) ?? 0;
        const { ipv4, ipv6 } = addressesOf(host);
        expect(hostOf({ ipv4, ipv6 })).toBe(host);
        expect(isIpv4(ipv4) && isIpv6(ipv6)).toBe(true);
        const network = (address: string, length: number) => {
          const prefix = parseCidr(`${address}/${length}`);
          return prefix === null ? null : networkOf(prefix);
        };
        expect(network(ipv4, 10)).toBe(tunnelNetwork.ipv4);
        expect(network(ipv6, 64)).toBe(tunnelNetwork.ipv6);
        expect(Object.values(tunnelPools).filter((one) => isIn(one, host))).toEqual([pool]);
        const [four, six] = [parseCidr(pool.ipv4)?.length ?? 0, parseCidr(pool.ipv6)?.length ?? 0];
        expect([network(ipv4, four), network(ipv6, six)]).toEqual([pool.ipv4, pool.ipv6]);
        if (other !== host) expect(new Set([...allowedIpsOf(host), ...allowedIpsOf(other)]).size).toBe(4);
      },
    ),
  );
  expect(addressesOf(1)).toEqual({ ipv4: '100.64.0.1', ipv6: 'fd00:c0:e7::1' });
  expect(addressesOf(2 ** 22 - 2)).toEqual({ ipv4: '100.127.255.254', ipv6: 'fd00:c0:e7::3f:fffe' });
});

const request = { sub: subs[0] ?? '', slot: 1, publicKey: keys[0] ?? '', issuedAt: 100, sessionUntil: 900 };
const first = () => 0;

test('the same key keeps its host when it presents a newer ticket', () => {
  const table = new LeaseTable();
  const one = table.grant(request, 0, first);
  const two = table.grant({ ...request, issuedAt: 200, sessionUntil: 2_000 }, 1, () => 0.7);
  expect(one.ok && two.ok && one.value.lease.host === two.value.lease.host).toBe(true);
  expect(two.ok && two.value.ended).toEqual([]);
  expect([...table.all()].map((lease) => lease.sessionUntil)).toEqual([2_000]);
});

test('a new key ends the lease of the old one, and an older ticket is refused', () => {
  const table = new LeaseTable();
  table.grant(request, 0, first);
  const changed = table.grant({ ...request, publicKey: keys[1] ?? '', issuedAt: 101 }, 1, first);
  expect(changed.ok && changed.value.ended.map((lease) => lease.publicKey)).toEqual([keys[0]]);
  expect(table.grant(request, 2, first)).toEqual({ ok: false, error: 'ticket_superseded' });
  expect(table.size).toBe(1);
});

test('a key of another customer is refused; the same customer may move it to another slot', () => {
  const table = new LeaseTable();
  table.grant(request, 0, first);
  expect(table.grant({ ...request, sub: subs[1] ?? '', issuedAt: 500 }, 1, first)).toEqual({
    ok: false,
    error: 'key_taken',
  });
  const moved = table.grant({ ...request, slot: 2, issuedAt: 500 }, 1, first);
  expect(moved.ok && moved.value.ended.map((lease) => lease.slot)).toEqual([1]);
  expect(table.size).toBe(1);
});

test('a full gateway still renews existing sessions', () => {
  const table = new LeaseTable({ quarantine: 600, capacity: 1 });
  table.grant(request, 0, first);
  expect(table.grant({ ...request, slot: 2, publicKey: keys[1] ?? '' }, 0, first)).toEqual({
    ok: false,
    error: 'gateway_full',
  });
  expect(table.grant({ ...request, publicKey: keys[1] ?? '' }, 0, first).ok).toBe(true);
});

function tableOf(...leases: readonly Lease[]): LeaseTable {
  const table = new LeaseTable();
  for (const lease of leases) table.restore(lease);
  return table;
}

test('the quarantine of a host survives a restart, and is saved with a precision of one hour', () => {
  const start = 1_795_000_123;
  const table = new LeaseTable();
  const given = table.grant({ ...request, sessionUntil: start + 50 }, start, first);
  if (!given.ok) throw new Error(given.error);
  table.end(given.value.lease, start);
  const file = leasesFile.parse(JSON.parse(JSON.stringify(leasesToFile(table))));
  expect(file.resting.map(([host, until]) => [host, until % 3600])).toEqual([[given.value.lease.host, 0]]);
  const restarted = new LeaseTable();
  restarted.restoreQuarantine(file.resting);
  const hostAt = (now: number) => {
    const next = restarted.grant({ ...request, issuedAt: now, sessionUntil: now + 50 }, now, first);
    if (!next.ok) throw new Error(next.error);
    restarted.end(next.value.lease, now);
    return next.value.lease.host;
  };
  expect(hostAt(start + 599)).not.toBe(given.value.lease.host);
  expect(hostAt(start + 600 + 3600)).toBe(given.value.lease.host);
});

test('saved times are rounded down to hours', () => {
  const lease: Lease = { ...request, host: 217, issuedAt: 1_795_000_123, sessionUntil: 1_795_080_456 };
  const [kept] = leasesFile.parse(JSON.parse(JSON.stringify(leasesToFile(tableOf(lease))))).leases;
  expect(kept?.issuedAt).toBe(1_794_999_600);
  expect(kept?.sessionUntil).toBe(1_795_078_800);
});

test('a lease of the release before is not restored at an address of the resolvers', () => {
  const lease: Lease = { ...request, host: 33 };
  expect(new LeaseTable().restore(lease)).toBe(false);
  expect(new LeaseTable().restore({ ...lease, host: tunnelPools.session.first })).toBe(true);
});
