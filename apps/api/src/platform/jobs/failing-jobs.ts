import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';

/**
 * Jobs that failed for the last time are kept here for five days, with the name of their kind and the error: not longer than a deleted
 * account's data.
 */
export const failedJobs = {
  name: 'failed-jobs',
  options: { retentionSeconds: 5 * 24 * 3600, deleteAfterSeconds: 3600, retryLimit: 0 },
} as const;

/**
 * Seconds after which a job of a killed process is retried by another one; running jobs are marked as alive twice in this time. Longer than
 * a failover of the database, which would otherwise run them twice.
 */
export const heartbeatSeconds = 120;

/** A job with a failed attempt. */
export interface FailingJob {
  readonly id: string;
  readonly kind: string;
  /** The message of the last error; null if the attempt expired without one. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly attempts: number;
  /** When it is retried; null for a job that has no retry left. */
  readonly retryAt: Date | null;
}

const failing = sql`
  select id, name as kind, output, created_on, retry_count, start_after as retry_at
  from pgboss.job where state = 'retry'
  union all
  select id, source_name, coalesce(source_output, output), coalesce(source_created_on, created_on),
    coalesce(source_retry_count, 0), null
  from pgboss.job where name = ${sql.lit(failedJobs.name)} and state < 'active' and source_name is not null`;

/** Returns jobs whose last attempt failed, the oldest first. A database in which no worker has run has none. */
export async function failingJobs(db: Database, limit: number): Promise<readonly FailingJob[]> {
  if (!(await hasQueue(db))) return [];
  const { rows } = await sql<FailingJob>`
    select id, kind, left(coalesce(output ->> 'message', output -> 'value' ->> 'message'), 300) as error,
      created_on as "createdAt", retry_count + 1 as attempts, retry_at as "retryAt"
    from (${failing}) failing order by created_on limit ${limit}`.execute(db);
  return rows;
}

/** One job by its id, or all of a kind. */
export type ChosenJobs = { readonly id: string } | { readonly kind: string };

const chosenAmong = (chosen: ChosenJobs, kind: 'name' | 'source_name') =>
  'id' in chosen ? sql`id = ${chosen.id}::uuid` : sql`${sql.ref(kind)} = ${chosen.kind}`;

/**
 * Makes failed jobs due now: a job without a retry left begins again with all its retries. Returns their number. Each is changed by one of
 * several concurrent calls; a job that is due or running already is left alone.
 */
export async function retryJobs(trx: DatabaseTransaction, chosen: ChosenJobs): Promise<number> {
  if (!(await hasQueue(trx))) return 0;
  const waiting = await sql`
    update pgboss.job set start_after = now()
    where state = 'retry' and start_after > now() and ${chosenAmong(chosen, 'name')}`.execute(trx);
  const moved = await sql`
    with taken as (
      delete from pgboss.job
      where name = ${failedJobs.name} and state < 'active' and ${chosenAmong(chosen, 'source_name')}
        and source_name in (select name from pgboss.queue)
      returning *)
    insert into pgboss.job (name, data, priority, retry_limit, retry_backoff, retry_delay, retry_delay_max,
      expire_seconds, start_after, created_on, keep_until, deletion_seconds, policy, heartbeat_seconds,
      dead_letter, source_root_id)
    select taken.source_name, taken.data, taken.priority, q.retry_limit, q.retry_backoff, q.retry_delay,
      q.retry_delay_max, q.expire_seconds, now(), now(), now() + q.retention_seconds * interval '1s',
      q.deletion_seconds, q.policy, ${heartbeatSeconds}::int, q.dead_letter,
      coalesce(taken.source_root_id, taken.source_id)
    from taken join pgboss.queue q on q.name = taken.source_name`.execute(trx);
  return Number(waiting.numAffectedRows ?? 0) + Number(moved.numAffectedRows ?? 0);
}

/** Deletes failed jobs that no worker is running. Returns their number. */
export async function discardJobs(trx: DatabaseTransaction, chosen: ChosenJobs): Promise<number> {
  if (!(await hasQueue(trx))) return 0;
  const deleted = await sql`
    delete from pgboss.job
    where (state = 'retry' and ${chosenAmong(chosen, 'name')})
      or (name = ${failedJobs.name} and state < 'active' and ${chosenAmong(chosen, 'source_name')})`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}

async function hasQueue(db: Database | DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ readonly found: boolean }>`
    select to_regclass('pgboss.job') is not null as found`.execute(db);
  return rows[0]?.found === true;
}
