import { createHmac } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../database/database.ts';
import { isDatabaseReadOnly } from '../../database/failures.ts';
import type { Pipeline, PreparedStatement } from '../../database/pipeline.ts';
import { type Count, createShares, type Limit } from './rate-shares.ts';

export type { Limit } from './rate-shares.ts';

export interface RateLimiter {
  /** Counts a call against a bucket; the seconds to wait when it was one too many, else null. */
  take(bucket: string, limit: Limit): Promise<number | null>;
  /** The same for a limit that each of many has: the buckets are told apart by who calls. */
  each(what: string, limit: Limit): (who: string) => number | null | Promise<number | null>;
}

const countCalls: PreparedStatement = {
  name: 'count-calls',
  text: `
    insert into rate_counters (bucket, calls, expires_at) values ($1, $2, $3)
    on conflict (bucket) do update set calls = rate_counters.calls + excluded.calls
    returning calls`,
  isRead: false,
};

/**
 * Fixed windows in PostgreSQL, so that all replicas share one count: decision 20 says how. Buckets are stored under a keyed hash: the
 * table says nothing about who called.
 */
export function createRateLimiter(deps: {
  readonly quick: Pipeline;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}): RateLimiter {
  const countHere = createLocalCounts();
  const count: Count = async (name, limit, start, more) => {
    const bucket = createHmac('sha256', deps.secret)
      .update(`${name}\n${limit.calls}/${limit.seconds}\n${start}`)
      .digest('base64url')
      .slice(0, 22);
    const expiresAt = new Date(start + limit.seconds * 1000);
    try {
      const [row] = await deps.quick.rows<{ calls: number }>(countCalls, [bucket, more, expiresAt]);
      if (row === undefined) throw new Error('A count of calls came back empty');
      return row.calls;
    } catch (error) {
      // A read must not fail because its count cannot be written. Limits still hold, for each process alone.
      if (!isDatabaseReadOnly(error)) throw error;
      return countHere(bucket, more, expiresAt.getTime(), now());
    }
  };
  const now = () => deps.clock.now().getTime();
  const shares = createShares(count);
  const sharesOfEach = new Map<string, ReturnType<typeof createShares>>();
  return {
    take: async (bucket, limit) => shares.take(bucket, limit, now()),
    each(what, limit) {
      const own = sharesOfEach.get(what) ?? createShares((who, ...more) => count(`${what} ${who}`, ...more));
      sharesOfEach.set(what, own);
      return (who) => own.take(who, limit, now());
    },
  };
}

const mostCounts = 50_000;

/** Counts in memory, each until its window ends; where there are too many, all begin anew. */
function createLocalCounts() {
  const counts = new Map<string, { calls: number; readonly endsAt: number }>();
  return (bucket: string, more: number, endsAt: number, now: number): number => {
    if (counts.size >= mostCounts) {
      for (const [name, count] of counts) if (count.endsAt <= now) counts.delete(name);
      if (counts.size >= mostCounts) counts.clear();
    }
    const count = counts.get(bucket) ?? { calls: 0, endsAt };
    count.calls += more;
    counts.set(bucket, count);
    return count.calls;
  };
}

export async function forgetPastWindows(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rateCounters').where('expiresAt', '<', now).execute();
}
