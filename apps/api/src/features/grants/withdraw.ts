import { credentialRevocationKey } from '@comet/admission';
import type { GrantKind } from '@comet/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import { opened, type Sealer } from '../../platform/keys/seal.ts';
import { announceGrants, type GrantChange } from '../gateways/index.ts';

/** The kinds of proxy users, which may not spend while an operator has stopped it. */
export const proxyKinds: readonly ('proxy' | 'proxyuser')[] = ['proxy', 'proxyuser'];

/** Whether a grant of this kind is one of a proxy user. */
export function isProxy(kind: GrantKind): boolean {
  return proxyKinds.some((one) => one === kind);
}

/** Permanently removes a grant, which frees its address and key. Returns false if there is none. Call it last. */
export async function withdrawGrant(trx: DatabaseTransaction, id: string, now: Date): Promise<boolean> {
  const gone = await trx
    .deleteFrom('gatewayGrants')
    .where('id', '=', id)
    .returning(['gatewayId', 'id as grantId'])
    .executeTakeFirst();
  if (gone === undefined) return false;
  await announceGrants(trx, [{ ...gone, kind: 'withdraw' }], now);
  return true;
}

/** A withdrawn credential of all gateways, which takes effect when its revocation key is announced with its id. */
interface WithdrawnCredential {
  readonly grantId: string;
  readonly key: string;
}

/** Returns the revocation key of a credential of all gateways; null where the key that encrypts it is lost. */
export function revocationKeyOf(
  sealer: Pick<Sealer, 'open'>,
  { grantId, sealedKey }: { readonly grantId: string; readonly sealedKey: string | null },
): string | null {
  if (sealedKey === null) throw new Error(`Grant ${grantId} has no key`);
  const key = opened(sealer, sealedKey);
  return key === null ? null : credentialRevocationKey(String(key.value), grantId);
}

/**
 * Withdraws an account's grants, in the transaction that ends its access. They keep their addresses. Returns its credential of all gateways
 * if it was in force, and the changes of its other grants: the caller announces both. A credential whose key is lost is among the changes:
 * gateways refuse its logins, but cannot identify its sessions.
 */
export async function withdrawAllOf(
  trx: DatabaseTransaction,
  sealer: Pick<Sealer, 'open'>,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<{ readonly withdrawn: WithdrawnCredential | null; readonly ended: readonly GrantChange[] }> {
  const inForce = trx
    .updateTable('gatewayGrants')
    .set({ withdrawnAt: now })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is', null)
    .returning(['gatewayId', 'id as grantId', 'kind', 'sealedKey']);
  const all = await executePrepared(trx, 'withdraw-grants', inForce);
  const shared = all.find(({ kind }) => kind === 'credential');
  const key = shared === undefined ? null : revocationKeyOf(sealer, shared);
  const ended = all
    .filter((grant) => grant !== shared || key === null)
    .map(({ gatewayId, grantId }) => ({ gatewayId, grantId, kind: 'withdraw' }) as const);
  return { withdrawn: shared === undefined || key === null ? null : { grantId: shared.grantId, key }, ended };
}

/**
 * Restores an account's grants, in the transaction that restores its access; those of a banned account stay withdrawn, and proxy grants
 * while spending is stopped. A credential of all gateways gets another id, and so another revocation key, because the earlier one is
 * disclosed. Marks the account's services, some of which may have begun without access. Call it last.
 */
export async function restoreAllOf(trx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  if (await isBanned(trx, userId)) return;
  await trx
    .updateTable('services')
    .set({ proxyDueAt: now })
    .where('userId', '=', userId)
    .where('state', '=', 'active')
    .execute();
  const withoutProxies = await isStopped(trx, userId);
  const restored = await trx
    .updateTable('gatewayGrants')
    .set({
      withdrawnAt: null,
      id: sql<string>`case when kind = 'credential' then gen_random_uuid() else id end`,
    })
    .where('userId', '=', userId)
    .where('withdrawnAt', 'is not', null)
    .$if(withoutProxies, (query) => query.where('kind', 'not in', proxyKinds))
    .returning(['gatewayId', 'id as grantId'])
    .execute();
  const changes = restored.map((one) => ({ ...one, kind: 'grant' }) as const);
  await announceGrants(trx, changes, now);
}

async function isBanned(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  const banned = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('bannedAt', 'is not', null)
    .executeTakeFirst();
  return banned !== undefined;
}

/** Returns the accounts whose spending an operator has stopped: proxies reject them. */
export async function stoppedAmong(
  db: Database | DatabaseTransaction,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('dataAccounts')
    .select('userId')
    .distinct()
    .where('userId', 'in', [...new Set(userIds)])
    .where('stoppedAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Returns whether one account's spending is stopped now; it may be stopped right afterwards. */
export async function isStopped(db: Database | DatabaseTransaction, userId: string): Promise<boolean> {
  return (await stoppedAmong(db, [userId])).has(userId);
}
