import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { QuotaLeaseState } from './apply-report.ts';
import type { DataOwner } from './balance.ts';
import type { DrawnQuotaLease } from './reserve-quota.ts';
import type { QuotaAccount } from './quota-accounts.store.ts';
import type { HeldQuotaLeases } from './quota-lease-size.ts';

/** Returns the quota lease that an earlier attempt of the same request got; null if there is none. */
export async function quotaLeaseOfRequest(
  trx: DatabaseTransaction,
  { quotaAccountId, request }: { readonly quotaAccountId: string; readonly request: string },
): Promise<DrawnQuotaLease | null> {
  const lease = await trx
    .selectFrom('dataQuotaLeases')
    .select(['id as slice', 'bytes'])
    .where('quotaAccountId', '=', quotaAccountId)
    .where('request', '=', request)
    .executeTakeFirst();
  return lease ?? null;
}

/** Returns how many other quota accounts of the same account and product hold an unsettled lease. */
export async function otherDrawingQuotaAccounts(
  trx: DatabaseTransaction,
  quotaAccount: QuotaAccount,
): Promise<number> {
  const { count } = await trx
    .selectFrom('dataQuotaAccounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', quotaAccount.userId)
    .where('product', '=', quotaAccount.product)
    .where('id', '<>', quotaAccount.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('dataQuotaLeases')
          .select('dataQuotaLeases.id')
          .whereRef('dataQuotaLeases.quotaAccountId', '=', 'dataQuotaAccounts.id')
          .where('dataQuotaLeases.settledAt', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the unsettled leases of a quota account. */
export async function heldBy(trx: DatabaseTransaction, quotaAccountId: string): Promise<HeldQuotaLeases> {
  return trx
    .selectFrom('dataQuotaLeases')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(bytes - used_bytes), 0)::bigint`.as('unusedBytes'))
    .where('quotaAccountId', '=', quotaAccountId)
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Stores a quota lease of `bytes` and returns it with its id. */
export async function insertQuotaLease(
  trx: DatabaseTransaction,
  lease: {
    readonly quotaAccountId: string;
    readonly request: string;
    readonly bytes: number;
    readonly reportedAt: Date;
  },
): Promise<DrawnQuotaLease> {
  return trx
    .insertInto('dataQuotaLeases')
    .values(lease)
    .returning(['id as slice', 'bytes'])
    .executeTakeFirstOrThrow();
}

/** A lease with its owner. */
export interface OwnedQuotaLease extends DataOwner, QuotaLeaseState {
  readonly id: string;
  readonly gatewayId: string;
  readonly proxyUserId: string | null;
}

/** Returns those of these leases that the named gateway has drawn, in order of their ids, in one statement for any number. */
export async function quotaLeasesOf(
  db: Database | DatabaseTransaction,
  named: readonly { readonly gatewayId: string; readonly slice: string }[],
): Promise<readonly OwnedQuotaLease[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<OwnedQuotaLease>`
    select lease.id, lease.bytes, lease.used_bytes, account.user_id, account.product, account.proxy_user_id,
      account.gateway_id, lease.settled_at is not null as is_settled
    from unnest(${sql.val(named.map(({ gatewayId }) => gatewayId))}::uuid[],
      ${sql.val(named.map(({ slice }) => slice))}::uuid[]) as named (gateway_id, id)
    join data_quota_leases lease on lease.id = named.id
    join data_quota_accounts account on account.id = lease.quota_account_id and account.gateway_id = named.gateway_id
    order by lease.id`.execute(db);
  return rows;
}

/** Stores the reported state of leases at `now`. Their accounts must be locked. */
export async function recordQuotaLeases(
  trx: DatabaseTransaction,
  quotaLeases: readonly OwnedQuotaLease[],
  now: Date,
): Promise<void> {
  const column = <T>(read: (lease: OwnedQuotaLease) => T) => sql.val(quotaLeases.map(read));
  await sql`
    update data_quota_leases lease set used_bytes = reported.used, reported_at = ${now},
      settled_at = case when reported.done then coalesce(lease.settled_at, ${now}) end
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ usedBytes }) => usedBytes)}::bigint[],
      ${column(({ isSettled }) => isSettled)}::boolean[]) as reported (id, used, done)
    where lease.id = reported.id`.execute(trx);
}
