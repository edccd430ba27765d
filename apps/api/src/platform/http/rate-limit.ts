import { createHmac } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type Count, createShares, type Limit } from './rate-shares.ts';

export type { Limit } from './rate-shares.ts';

export interface RateLimiter {
  /** Counts a call against a bucket; the seconds to wait when it was one too many, else null. */
  take(bucket: string, limit: Limit): Promise<number | null>;
}

/**
 * Fixed windows in PostgreSQL, so that all replicas share one count: decision 18 says how. Buckets are stored under a keyed hash: the
 * table says nothing about who called.
 */
export function createRateLimiter(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}): RateLimiter {
  const count: Count = async (name, limit, start, more) => {
    const bucket = createHmac('sha256', deps.secret)
      .update(`${name}\n${start}`)
      .digest('base64url')
      .slice(0, 22);
    const { calls } = await deps.db
      .insertInto('rateCounters')
      .values({ bucket, calls: more, expiresAt: new Date(start + limit.seconds * 1000) })
      .onConflict((conflict) =>
        conflict.column('bucket').doUpdateSet({ calls: sql<number>`rate_counters.calls + excluded.calls` }),
      )
      .returning('calls')
      .executeTakeFirstOrThrow();
    return calls;
  };
  const shares = createShares(count);
  return {
    take: (name, limit) =>
      shares.take(`${name}\n${limit.calls}/${limit.seconds}`, limit, deps.clock.now().getTime()),
  };
}

export async function forgetPastWindows(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rateCounters').where('expiresAt', '<', now).execute();
}
