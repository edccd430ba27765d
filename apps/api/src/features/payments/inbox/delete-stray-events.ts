import { sql } from 'kysely';
import { batchSize } from '../../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { type ExaminedRow, examineOnce } from '../../../platform/database/job-positions.store.ts';

/** An event without an order is kept for this time. */
const keptMs = 30 * 24 * 3600 * 1000;

const job = 'stray-events';

/**
 * Deletes events without an order 30 days after they were received: events that the provider still sends about deleted accounts. Each run
 * continues where the last one ended, so that an event is compared with the orders once. Returns the number of deleted events.
 */
export function deleteStrayEvents(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  return examineOnce(db, job, batchSize, (trx, from) => deletePage(trx, from, before));
}

/** Reads up to `batchSize` events received after `from`, and those received at the same time as the last one; deletes the stray ones. */
async function deletePage(
  trx: DatabaseTransaction,
  from: string,
  before: Date,
): Promise<readonly ExaminedRow[]> {
  const { rows } = await sql<ExaminedRow>`
    with page as materialized (
      select provider, event_id, transaction_id, subscription_id, received_at from provider_events
      where received_at > ${from}::timestamptz and received_at < ${before}
      order by received_at fetch first ${sql.lit(batchSize)} rows with ties),
    deleted as (
      delete from provider_events stray using page
      where stray.provider = page.provider and stray.event_id = page.event_id
        and not exists (select from orders where paddle_transaction_id = page.transaction_id)
        and not exists (select from orders where coingate_order_id = page.transaction_id)
        and not exists (
          select from provider_events own join orders on orders.paddle_transaction_id = own.transaction_id
          where own.subscription_id = page.subscription_id)
      returning stray.provider, stray.event_id)
    select page.received_at::text as position, deleted.event_id is not null as is_deleted
    from page left join deleted using (provider, event_id) order by page.received_at`.execute(trx);
  return rows;
}
