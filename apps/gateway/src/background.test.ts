import { tunnelPools } from '@comet/admission';
import { manualClock } from '@comet/foundation';
import { expect, test } from 'vitest';
import { LeaseTable } from './features/leases/index.ts';
import { sweepSessions } from './background.ts';

test('notifies expired sessions before they end, and no others', async () => {
  const leases = new LeaseTable();
  const first = tunnelPools.session.first;
  const leaseOf = (slot: number, sessionUntil: number) => ({
    ...{
      sub: 'a'.repeat(22),
      slot,
      publicKey: Buffer.alloc(32, slot).toString('base64'),
      host: first + slot,
    },
    ...{ issuedAt: 0, sessionUntil },
  });
  for (const [slot, until] of [1_000, 1_001, 5_000].entries()) leases.restore(leaseOf(slot, until));
  const calls: unknown[] = [];
  const clock = manualClock(new Date(1_000_000));
  let isStale = false;
  const sweep = () =>
    sweepSessions({
      feed: { isStale: () => isStale },
      leases,
      peers: {
        end: (all) => Promise.resolve(void calls.push(['end', [...all].length])),
        endExpired: () => Promise.resolve(void calls.push('ended')),
      },
      exitController: { notifyEnding: (hosts) => Promise.resolve(void calls.push(['notified', hosts])) },
      clock,
    });
  await sweep();
  expect(calls.splice(0)).toEqual([['notified', [first]], 'ended']);
  clock.advance(1_000);
  await sweep();
  expect(calls.splice(0)).toEqual([['notified', [first, first + 1]], 'ended']);
  // While the feed is stale, any session may have been revoked.
  isStale = true;
  await sweep();
  expect(calls).toEqual([['end', 3]]);
});
