import { expect, test } from 'vitest';
import { Revocations } from '../feed/index.ts';
import type { Lease } from '../leases/index.ts';
import { endRevokedSessions } from './end-revoked-sessions.ts';

const leaseOf = (host: number): Lease => ({
  ...{ sub: String(host).repeat(22), slot: 0, publicKey: `key ${host}` },
  ...{ host, issuedAt: 10, sessionUntil: 1_000 },
});

test('ends exactly the revoked sessions, after their clients are notified', async () => {
  const revoked = leaseOf(2);
  const calls: unknown[] = [];
  await endRevokedSessions(
    {
      revocations: new Revocations([{ sub: revoked.sub, slot: null, notBefore: 20 }]),
      exitController: { notifyEnding: (hosts) => Promise.resolve(void calls.push(['notify', hosts])) },
      peers: { end: (leases) => Promise.resolve(void calls.push(['end', leases])) },
    },
    [leaseOf(1), revoked, leaseOf(3)],
  );
  expect(calls).toEqual([
    ['notify', [2]],
    ['end', [revoked]],
  ]);
});
