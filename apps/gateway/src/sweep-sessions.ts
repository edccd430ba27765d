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
 * Ends expired sessions. Those that leave by an exit or a dedicated IP are notified first, since their client would not notice otherwise.
 * After 72 hours without the feed all sessions end, because a revocation may have been missed.
 */
export async function sweepSessions({ feed, leases, peers, exitSite, clock }: SweepParts): Promise<void> {
  const now = unixSeconds(clock.now());
  if (feed.isStale(now)) return peers.end([...leases.all()]);
  const over = [...leases.all()].filter(({ sessionUntil }) => sessionUntil <= now);
  if (over.length === 0) return;
  await exitSite.dismiss(over.map(({ host }) => host));
  await peers.endExpired();
}
