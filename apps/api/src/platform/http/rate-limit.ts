import { createHmac } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { Database } from '../database/database.ts';
import type { Pipeline, PreparedStatement } from '../database/pipeline.ts';
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
 * Fixed windows in PostgreSQL, so that all replicas share one count: decision 18 says how. Buckets are stored under a keyed hash: the
 * table says nothing about who called.
 */
export function createRateLimiter(deps: {
  readonly quick: Pipeline;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}): RateLimiter {
  const count: Count = async (name, limit, start, more) => {
    const bucket = createHmac('sha256', deps.secret)
      .update(`${name}\n${limit.calls}/${limit.seconds}\n${start}`)
      .digest('base64url')
      .slice(0, 22);
    const expiresAt = new Date(start + limit.seconds * 1000);
    const [row] = await deps.quick.rows<{ calls: number }>(countCalls, [bucket, more, expiresAt]);
    if (row === undefined) throw new Error('A count of calls came back empty');
    return row.calls;
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

export async function forgetPastWindows(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rateCounters').where('expiresAt', '<', now).execute();
}
