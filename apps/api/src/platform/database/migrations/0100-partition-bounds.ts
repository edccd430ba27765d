import { type Kysely, sql } from 'kysely';
import { firstBound } from '../partitions/first-bound.ts';

/**
 * The first of four steps that partition `email_links`, `exit_days` and `gateway_hours` by month without copying a row: what exists becomes
 * the first partition, and a check says up to which time. The bound is at least 60 days ahead, so no running process writes beyond it before
 * 0103 removes the check. The other tables follow in the next release, whose predecessor must not need them whole: the release before this
 * one updates `data_usage_days` by `ctid`, which is not unique among partitions, and finds conflicts of `ledger_entries`, `provider_events`
 * and `posted_emails` by columns without a time, which needs a key table first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bound = sql.raw(`'${firstBound(new Date()).literal}'`);
  const statements = [
    sql`alter table email_links add constraint email_links_bound check (created_at < ${bound}) not valid`,
    sql`alter table exit_days add constraint exit_days_bound check (day < ${bound}) not valid`,
    sql`alter table gateway_hours add constraint gateway_hours_bound check (hour < ${bound}) not valid`,
  ];
  for (const statement of statements) await statement.execute(db);
}
