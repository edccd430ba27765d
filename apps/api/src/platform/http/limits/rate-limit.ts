import { createHmac } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';
import { isDatabaseReadOnly } from '../../database/failures.ts';
import type { Pipeline, PreparedStatement } from '../../database/pipeline.ts';

/** Maximum number of calls within a number of seconds. */
export interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/** The counts shared by all replicas: adds calls to a bucket's count for the window that begins at `start`, and returns the new count. */
export type Count = (bucket: string, limit: Limit, start: number, calls: number) => Promise<number>;

/** This process's share of a bucket in one window. */
interface Share {
  readonly limit: Limit;
  /** Milliseconds since 1970; the window's length is the limit's. */
  readonly start: number;
  readonly end: number;
  /** Calls that the shared count includes, and that are still available here. */
  left: number;
  /** The limit is reached on all replicas until the window ends. */
  spent: boolean;
  /** Callers that wait for the shared count. They are counted together. */
  waiting: number;
  pending: Promise<void> | null;
}

const maxShares = 20_000;
const tidyEveryMs = 60_000;

/** Limits from here on are counted in shares; stricter ones, against guessing, are counted call by call. */
const generousCalls = 300;

/** Returns how many calls a replica reserves at a time: a twentieth of a generous limit. */
function shareSizeOf(limit: Limit): number {
  return limit.calls < generousCalls ? 1 : Math.floor(limit.calls / 20);
}

/**
 * Distributes a shared count in shares, so that most calls need no round trip. A limit is never exceeded. A replica may hold an unused
 * share of a bucket; the others then refuse that many calls too early.
 */
export function createShares(count: Count) {
  const shares = new Map<string, Share>();
  let tidyAt = 0;

  async function refill(share: Share, bucket: string, limit: Limit): Promise<void> {
    const calls = Math.max(shareSizeOf(limit), share.waiting);
    try {
      const total = await count(bucket, limit, share.start, calls);
      share.left = Math.max(0, calls - Math.max(0, total - limit.calls));
      share.spent = total >= limit.calls;
    } finally {
      share.pending = null;
    }
  }

  async function takeFromSharedCount(
    share: Share,
    bucket: string,
    limit: Limit,
    now: number,
  ): Promise<number | null> {
    share.waiting += 1;
    try {
      while (share.left === 0 && !share.spent) await (share.pending ??= refill(share, bucket, limit));
    } finally {
      share.waiting -= 1;
    }
    if (share.left === 0) return Math.max(1, Math.ceil((share.end - now) / 1000));
    share.left -= 1;
    return null;
  }

  function shareOf(bucket: string, limit: Limit, now: number): Share {
    const known = shares.get(bucket);
    if (known !== undefined && now >= known.start && now < known.end && known.limit.calls === limit.calls)
      return known;
    if (now >= tidyAt || shares.size >= maxShares) tidy(now);
    const window = limit.seconds * 1000;
    const start = Math.floor(now / window) * window;
    const share = { limit, start, end: start + window, left: 0, spent: false, waiting: 0, pending: null };
    shares.set(bucket, share);
    return share;
  }

  /** Deletes past windows. Where too many are current, all are deleted: a deleted share is requested again. */
  function tidy(now: number): void {
    tidyAt = now + tidyEveryMs;
    for (const [bucket, share] of shares) if (share.end <= now) shares.delete(bucket);
    if (shares.size >= maxShares) shares.clear();
  }

  return {
    /** Returns the seconds to wait when this call exceeds the limit, else null. `now` in milliseconds since 1970. */
    take(bucket: string, limit: Limit, now: number): number | null | Promise<number | null> {
      const share = shareOf(bucket, limit, now);
      if (share.left === 0) return takeFromSharedCount(share, bucket, limit, now);
      share.left -= 1;
      return null;
    },
  };
}

export interface RateLimiter {
  /** Counts a call against a bucket; returns the seconds to wait when it exceeds the limit, else null. */
  take(bucket: string, limit: Limit): Promise<number | null>;
  /** The same for a limit per caller: each caller has a bucket. */
  each(what: string, limit: Limit): (caller: string) => number | null | Promise<number | null>;
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
 * Fixed windows in PostgreSQL, shared by all replicas (see decision 20). Buckets are stored under a keyed hash: the table does not disclose
 * who called.
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
      if (row === undefined) throw new Error('Counting calls returned no row');
      return row.calls;
    } catch (error) {
      // A read must not fail because its count cannot be written. Limits still apply within each process.
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
      const own =
        sharesOfEach.get(what) ?? createShares((caller, ...more) => count(`${what} ${caller}`, ...more));
      sharesOfEach.set(what, own);
      return (caller) => own.take(caller, limit, now());
    },
  };
}

const maxCounters = 50_000;

/** Counts in memory, each until its window ends; where there are too many, all are reset. */
function createLocalCounts() {
  const counts = new Map<string, { calls: number; readonly endsAt: number }>();
  return (bucket: string, more: number, endsAt: number, now: number): number => {
    if (counts.size >= maxCounters) {
      for (const [name, count] of counts) if (count.endsAt <= now) counts.delete(name);
      if (counts.size >= maxCounters) counts.clear();
    }
    const count = counts.get(bucket) ?? { calls: 0, endsAt };
    count.calls += more;
    counts.set(bucket, count);
    return count.calls;
  };
}

/** Deletes the counters of windows that have ended at `now`. */
export function deletePastWindows(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'rateCounters', {
    key: ['bucket'],
    orderBy: 'expiresAt',
    due: sql`expires_at < ${now}`,
  });
}
