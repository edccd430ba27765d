import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataProduct } from '../../platform/database/schema.ts';

/** Identifies the data of one user for one product. */
export interface DataOwner {
  readonly userId: string;
  readonly product: DataProduct;
}

/** Bytes. */
export interface DataBalance {
  /** Bytes that were bought and not refunded. */
  readonly boughtBytes: number;
  /** Usage reported by gateways, including open leases. */
  readonly usedBytes: number;
  readonly availableBytes: number;
  /** Bytes that can still be drawn: available, and not leased to a gateway. */
  readonly drawableBytes: number;
}

/** Returns what a user has bought, used and has left of a product. Lock the account first when a decision depends on it. */
export async function balanceOf(
  db: Database | DatabaseTransaction,
  { userId, product }: DataOwner,
): Promise<DataBalance> {
  const { rows } = await sql<{ bought: number; entered: number; later: number; held: number }>`
    select
      (select coalesce(sum(bytes) filter (where kind <> 'usage'), 0)::bigint from data_entries
        where user_id = ${userId} and product = ${product}) as bought,
      (select coalesce(-sum(bytes) filter (where kind = 'usage'), 0)::bigint from data_entries
        where user_id = ${userId} and product = ${product}) as entered,
      (select coalesce(sum(bytes - entered_bytes), 0)::bigint from data_usage_days
        where user_id = ${userId} and product = ${product}) as later,
      (select coalesce(sum(lease.bytes - lease.used_bytes), 0)::bigint from data_quota_leases lease
        join data_quota_accounts account on account.id = lease.quota_account_id
        where account.user_id = ${userId} and account.product = ${product} and lease.settled_at is null) as held
  `.execute(db);
  const { bought = 0, entered = 0, later = 0, held = 0 } = rows[0] ?? {};
  const usedBytes = entered + later;
  // Usage of data that was refunded later is not charged.
  const availableBytes = Math.max(0, bought - usedBytes);
  return {
    boughtBytes: Math.max(0, bought),
    usedBytes,
    availableBytes,
    drawableBytes: Math.max(0, bought - usedBytes - held),
  };
}
