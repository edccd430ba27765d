import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DataOwner } from './balance.ts';
import { monthOf } from './days.ts';

export interface QuotaAccount extends DataOwner {
  readonly id: string;
  /** Null for an account's tunnels. */
  readonly proxyUserId: string | null;
}

/** Returns a customer's quota accounts on some gateways, created where missing, by gateway. */
export async function quotaAccountsAt(
  trx: DatabaseTransaction,
  { userId, product, proxyUserId }: Omit<QuotaAccount, 'id'>,
  gatewayIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (gatewayIds.length === 0) return new Map();
  await sql`
    insert into data_quota_accounts (user_id, product, proxy_user_id, gateway_id)
    select ${userId}, ${product}, ${proxyUserId}, gateway from unnest(${sql.val(gatewayIds)}::uuid[]) as gateway
    order by gateway on conflict do nothing`.execute(trx);
  const quotaAccounts = await trx
    .selectFrom('dataQuotaAccounts')
    .select(['id', 'gatewayId'])
    .where('userId', '=', userId)
    .where('product', '=', product)
    .where('proxyUserId', 'is not distinct from', proxyUserId)
    .where('gatewayId', 'in', gatewayIds)
    .execute();
  return new Map(quotaAccounts.map(({ id, gatewayId }) => [gatewayId, id]));
}

/** Returns a customer's quota account on one gateway, created where missing. */
export async function quotaAccountAt(
  trx: DatabaseTransaction,
  owner: Omit<QuotaAccount, 'id'>,
  gatewayId: string,
): Promise<QuotaAccount> {
  const id = (await quotaAccountsAt(trx, owner, [gatewayId])).get(gatewayId);
  if (id === undefined) throw new Error('A quota account was not created');
  return { ...owner, id };
}

/** Returns a quota account of a gateway; null where the gateway has no such account. */
export async function quotaAccountOf(
  db: Database | DatabaseTransaction,
  { id, gatewayId }: { readonly id: string; readonly gatewayId: string },
): Promise<QuotaAccount | null> {
  const quotaAccount = await db
    .selectFrom('dataQuotaAccounts')
    .select(['id', 'userId', 'product', 'proxyUserId'])
    .where('id', '=', id)
    .where('gatewayId', '=', gatewayId)
    .executeTakeFirst();
  return quotaAccount ?? null;
}

/** Returns the owner whose quota account a grant of all gateways names, while the grant is in force; otherwise null. */
export async function ownerOfGrant(
  trx: DatabaseTransaction,
  grantId: string,
): Promise<Omit<QuotaAccount, 'id'> | null> {
  const grant = await trx
    .selectFrom('gatewayGrants')
    .select(['userId', 'holderId'])
    .where('id', '=', grantId)
    .where('kind', '=', 'proxyuser')
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (grant === undefined || grant.userId === null) return null;
  return { userId: grant.userId, product: 'residential_proxy', proxyUserId: grant.holderId };
}

/**
 * Returns the bytes that a proxy user may still draw this month; null without a limit. With `held included` it also counts the unused
 * leases that gateways hold.
 */
export async function leftOfLimit(
  trx: DatabaseTransaction,
  proxyUserId: string,
  now: Date,
  of: 'held excluded' | 'held included' = 'held excluded',
): Promise<number | null> {
  const { rows } = await sql<{ limited: number | null; off: boolean; used: number; held: number }>`
    select limit_bytes as limited, not enabled or removed_at is not null as off,
      (select coalesce(sum(bytes), 0)::bigint from data_usage_days
        where proxy_user_id = ${proxyUserId} and day >= ${monthOf(now)}::date) as used,
      (select coalesce(sum(lease.bytes - lease.used_bytes), 0)::bigint from data_quota_leases lease
        join data_quota_accounts account on account.id = lease.quota_account_id
        where account.proxy_user_id = ${proxyUserId} and lease.settled_at is null) as held
    from proxy_users where id = ${proxyUserId}`.execute(trx);
  const found = rows[0];
  if (found === undefined || found.off) return 0;
  if (found.limited === null) return null;
  return Math.max(0, found.limited - found.used - (of === 'held included' ? 0 : found.held));
}
