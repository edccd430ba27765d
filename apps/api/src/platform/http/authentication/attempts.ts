import { createHmac } from 'node:crypto';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Pipeline, PreparedStatement } from '../../database/pipeline.ts';
import type { Limit } from '../limits/rate-limit.ts';

/** Failures that are counted together: those at an account, from a source, or both. */
export interface AttemptCounter extends Limit {
  readonly name: string;
}

/**
 * A password check costs about 25 ms of one core, whatever its result: a queue of this length takes some seconds. Registrations may use
 * only half of the queue.
 */
const crowds = { guess: 200, newcomer: 100 } as const;

/** Seconds until a refused caller may retry. */
export const queueRetrySeconds = 5;

const addOne: PreparedStatement = {
  name: 'attempts-add',
  text: `
    insert into rate_counters (bucket, calls, expires_at) values ($1, 1, $2)
    on conflict (bucket) do update set calls = rate_counters.calls + 1 where rate_counters.calls < $3::integer
    returning calls`,
  isRead: false,
};

const subtractOne: PreparedStatement = {
  name: 'attempts-take-back',
  text: 'update rate_counters set calls = greatest(calls - 1, 0) where bucket = $1',
  isRead: false,
};

const readCounts: PreparedStatement = {
  name: 'attempts-read',
  text: 'select bucket, calls from rate_counters where bucket = any($1::text[])',
  isRead: true,
};

/** An attempt that counts as a failure until it succeeds. */
export interface Attempt {
  succeeded(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts an attempt in every counter, in order. Where one is full, none keeps the count, and the result is the seconds until that counter
   * resets. Because the count precedes the outcome, concurrent attempts cannot exceed the limit.
   */
  begin(tallies: readonly AttemptCounter[]): Promise<Result<Attempt, number>>;
  /** Counts a failure in counters that do not block attempts by themselves. */
  note(tallies: readonly AttemptCounter[]): Promise<void>;
  /** Returns the failures in each counter. */
  counted(tallies: readonly AttemptCounter[]): Promise<readonly number[]>;
  /** Runs the expensive work of an attempt. */
  spend<T>(work: () => Promise<T>): Promise<T>;
  /** Returns whether so many attempts wait in this process that another one of this kind would wait for seconds. */
  isCrowded(kind: keyof typeof crowds): boolean;
}

/**
 * Counts failures in fixed windows in PostgreSQL, shared by all replicas. Unlike calls, a successful or refused attempt is not counted.
 * Names are stored under a keyed hash: the table does not disclose who failed.
 */
export function createAttempts(deps: {
  readonly quick: Pipeline;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}): Attempts {
  const { quick, clock, secret } = deps;
  let spending = 0;

  function rowOf({ name, seconds }: AttemptCounter, now: number) {
    const start = Math.floor(now / (seconds * 1000)) * seconds * 1000;
    const bucket = createHmac('sha256', secret)
      .update(`attempt ${name}\n${seconds}\n${start}`)
      .digest('base64url')
      .slice(0, 22);
    return { bucket, expiresAt: new Date(start + seconds * 1000) };
  }

  /** Adds one, unless the counter is full: then the row is unchanged and no row is returned. */
  async function add(row: ReturnType<typeof rowOf>, max: number): Promise<boolean> {
    const added = await quick.rows(addOne, [row.bucket, row.expiresAt, max]);
    return added.length > 0;
  }

  async function uncount(buckets: readonly string[]): Promise<void> {
    // In a fixed order, which prevents deadlocks between attempts.
    for (const bucket of buckets.toSorted()) await quick.rows(subtractOne, [bucket]);
  }

  return {
    async begin(tallies) {
      const now = clock.now().getTime();
      const taken: string[] = [];
      for (const attemptCounter of tallies) {
        const row = rowOf(attemptCounter, now);
        if (await add(row, attemptCounter.calls)) {
          taken.push(row.bucket);
          continue;
        }
        await uncount(taken);
        return err(Math.max(1, Math.ceil((row.expiresAt.getTime() - now) / 1000)));
      }
      return ok({ succeeded: () => uncount(taken) });
    },
    async note(tallies) {
      const now = clock.now().getTime();
      for (const attemptCounter of tallies) await add(rowOf(attemptCounter, now), attemptCounter.calls);
    },
    async spend(work) {
      spending += 1;
      try {
        return await work();
      } finally {
        spending -= 1;
      }
    },
    isCrowded: (kind) => spending >= crowds[kind],
    async counted(tallies) {
      const now = clock.now().getTime();
      const buckets = tallies.map((attemptCounter) => rowOf(attemptCounter, now).bucket);
      const rows = await quick.rows<{ bucket: string; calls: number }>(readCounts, [buckets]);
      return buckets.map((bucket) => rows.find((row) => row.bucket === bucket)?.calls ?? 0);
    },
  };
}
