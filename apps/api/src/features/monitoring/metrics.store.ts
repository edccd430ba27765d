import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { failedJobs } from '../../platform/jobs/failing-jobs.ts';

/** Maximum rows that one metric counts: a scrape costs the same on the worst day. */
const maxCount = 10_000;

/** Runs queries with a maximum time; a scrape waits five seconds. */
export async function inBoundedTime<T>(
  db: Database,
  read: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '3s'`.execute(trx);
    return read(trx);
  });
}

async function bounded<Row>(db: Database, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return inBoundedTime(db, async (trx) => (await query.execute(trx)).rows);
}

/** Jobs of a kind that are due, and the age in seconds of the oldest. The mail queue is the kind `mail.send`. */
export interface WaitingJobs {
  readonly kind: string;
  readonly jobs: number;
  readonly oldestSeconds: number;
}

/** Reads at most 10,000 jobs of each kind; those without an attempt left wait for an operator, not for a worker. A retry is due at its next attempt, so its age is the delay beyond it. */
export async function waitingJobs(db: Database): Promise<readonly WaitingJobs[]> {
  return bounded(
    db,
    sql<WaitingJobs>`
      select queue.name as kind, waiting.jobs, waiting.oldest_seconds
      from pgboss.queue
      cross join lateral (
        select count(*) as jobs,
          coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as oldest_seconds
        from (
          select start_after from pgboss.job
          where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
          limit ${maxCount}
        ) due
      ) waiting
      where queue.name not like '\\_\\_pgboss%' and queue.name <> ${failedJobs.name}`,
  );
}

/** Payment notifications that were stored and are not yet processed. */
export interface WaitingWebhooks {
  readonly provider: string;
  readonly events: number;
  readonly oldestSeconds: number;
}

/** Returns, by provider, the number of unprocessed notifications and the age of the oldest in seconds. */
export async function waitingWebhooks(db: Database, now: Date): Promise<readonly WaitingWebhooks[]> {
  return bounded(
    db,
    sql<WaitingWebhooks>`
      select provider, count(*) as events,
        extract(epoch from ${now}::timestamptz - min(received_at))::float8 as oldest_seconds
      from (
        select provider, received_at from provider_events
        where processed_at is null order by received_at limit ${maxCount}
      ) waiting
      group by provider`,
  );
}

/** The last report of each gateway in service. */
export interface GatewayMetrics {
  readonly gateway: string;
  readonly location: string;
  readonly tunnels: number;
  readonly loadPercent: number;
  readonly feedFault: boolean;
  /** Null before the first report. */
  readonly silentSeconds: number | null;
  readonly lastHeardAt: Date | null;
  readonly drainingSince: Date | null;
}

/** Returns tunnels, load in percent, feed fault and silence in seconds of each gateway that is not retired. */
export async function gatewayMetrics(db: Database, now: Date): Promise<readonly GatewayMetrics[]> {
  return bounded(
    db,
    sql<GatewayMetrics>`
      select id as gateway, location_code as location, coalesce(peers, 0) as tunnels,
        coalesce(load_percent, 0)::float8 as load_percent, feed_fault is not null as feed_fault,
        extract(epoch from ${now}::timestamptz - last_heard_at)::float8 as silent_seconds,
        last_heard_at, draining_since
      from gateways where retired_at is null limit ${maxCount}`,
  );
}

/** Exits by the state that their gateway last reported; `silent` after two minutes without a report. */
export async function exitMetrics(
  db: Database,
  now: Date,
): Promise<readonly { readonly state: string; readonly exits: number }[]> {
  return bounded(
    db,
    sql<{ state: string; exits: number }>`
      select case when state is null or state_at < ${now}::timestamptz - interval '2 minutes' then 'silent' else state end as state,
        count(*) as exits
      from exits where withdrawn_at is null and stopped_at is null and draining_until is null group by 1`,
  );
}

/** Money of the last hour by provider, kind and currency, in the minor unit; refunds are negative. */
export interface HourlyMoney {
  readonly provider: string;
  readonly kind: string;
  readonly currency: string;
  readonly amount: number;
  readonly entries: number;
}

/** Returns the ledger's sums of the hour before `now` in minor units, by provider, kind and currency. */
export async function moneyOfLastHour(db: Database, now: Date): Promise<readonly HourlyMoney[]> {
  return bounded(
    db,
    sql<HourlyMoney>`
      select provider, kind, currency, sum(amount)::bigint as amount, count(*) as entries
      from ledger_entries
      where booked_at > ${now}::timestamptz - interval '1 hour' and booked_at <= ${now}::timestamptz
      group by provider, kind, currency`,
  );
}
