import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import pg from 'pg';

const retryMs = 1_000;

interface LeaseOptions {
  readonly databaseUrl: string;
  /** The advisory lock of the lease. */
  readonly lock: number;
  /** What the log and `pg_stat_activity` name. */
  readonly name: string;
  readonly log: Log;
}

/**
 * Runs `work` in one process at a time: in the one whose dedicated session holds the advisory lock. Its signal is aborted when that session
 * breaks; another process may then already hold the lock. After a failure the lock is released, and another process may take over.
 * Resolves when `signal` is aborted.
 */
export async function whileLeaseIsHeld(
  { databaseUrl, lock, name, log }: LeaseOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const pause = () => sleep(retryMs, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const lost = new AbortController();
    const client = new pg.Client({ connectionString: databaseUrl, application_name: name, keepAlive: true });
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    try {
      await client.connect();
      while (!signal.aborted) {
        const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
          lock,
        ]);
        if (rows[0]?.mine === true) break;
        await pause();
      }
      if (!signal.aborted) await work(AbortSignal.any([signal, lost.signal]));
    } catch (error) {
      if (!signal.aborted) log.warn({ reason: reasonOf(error) }, `${name}: ended; another process may go on`);
    }
    await client.end().catch(() => undefined);
    if (!signal.aborted) await pause();
  }
}
