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
export async function balanceOf(db: Database | DatabaseTransaction, owner: DataOwner): Promise<DataBalance> {
  const [balance = balanceFrom({ bought: 0, entered: 0, later: 0, held: 0 })] = await balancesOf(db, [owner]);
  return balance;
}

/** The same for several owners, in their order and in one statement. */
export async function balancesOf(
  db: Database | DatabaseTransaction,
  owners: readonly DataOwner[],
): Promise<readonly DataBalance[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<BalanceSums>`
    select
      (select coalesce(sum(bytes) filter (where kind <> 'usage'), 0)::bigint from data_entries entry
        where entry.user_id = owner.user_id and entry.product = owner.product) as bought,
      (select coalesce(-sum(bytes) filter (where kind = 'usage'), 0)::bigint from data_entries entry
        where entry.user_id = owner.user_id and entry.product = owner.product) as entered,
      (select coalesce(sum(bytes - entered_bytes), 0)::bigint from data_usage_days day
        where day.user_id = owner.user_id and day.product = owner.product) as later,
      (select coalesce(sum(lease.bytes - lease.used_bytes), 0)::bigint from data_quota_leases lease
        join data_quota_accounts account on account.id = lease.quota_account_id
        where account.user_id = owner.user_id and account.product = owner.product and lease.settled_at is null) as held
    from unnest(${sql.val(owners.map(({ userId }) => userId))}::uuid[],
      ${sql.val(owners.map(({ product }) => product))}::text[]) with ordinality as owner (user_id, product, place)
    order by owner.place
  `.execute(db);
  return rows.map(balanceFrom);
}

/** Bytes: bought, used and in the ledger, used since, and leased. */
interface BalanceSums {
  readonly bought: number;
  readonly entered: number;
  readonly later: number;
  readonly held: number;
}

function balanceFrom({ bought, entered, later, held }: BalanceSums): DataBalance {
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
