import { type Clock, unixSeconds } from '@comet/foundation';
import type { ExitSite } from './exits-report.ts';
import type { FeedState } from './features/feed/index.ts';
import type { LeaseTable } from './features/leases/index.ts';
import type { Peers } from './features/peers/index.ts';

export interface SweepParts {
  readonly feed: Pick<FeedState, 'isStale'>;
  readonly leases: Pick<LeaseTable, 'all'>;
  readonly peers: Pick<Peers, 'end' | 'endExpired'>;
  readonly exitSite: Pick<ExitSite, 'dismiss'>;
  readonly clock: Clock;
}

/**
 * Ends the sessions whose time is over. Who leaves by an exit, or an address of their own, is told first: the client would send into silence
 * and learn nothing. What was not received may have been a revocation: after 72 hours of silence nobody is let stay.
 */
export async function sweepSessions({ feed, leases, peers, exitSite, clock }: SweepParts): Promise<void> {
  const now = unixSeconds(clock.now());
  if (feed.isStale(now)) return peers.end([...leases.all()]);
  const over = [...leases.all()].filter(({ sessionUntil }) => sessionUntil <= now);
  if (over.length === 0) return;
  await exitSite.dismiss(over.map(({ host }) => host));
  await peers.endExpired();
}
