import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { announceGrants } from '../gateways/index.ts';
import { type CredentialDeps, rowOf, type ServiceCredentials } from './put-credentials.ts';

/**
 * Reads the credentials of the accounts that have some, `limit` of them with ids after `after`, in the order of the ids. It locks the
 * accounts `for share` first, so that none is given other credentials before the caller is done.
 */
export type ReadCredentials = (
  trx: DatabaseTransaction,
  after: string,
  limit: number,
) => Promise<readonly ServiceCredentials[]>;

const batch = 500;
/** No transaction that gives out credentials is open for so long: after it, whoever was missed is seen. */
const settledMs = 60_000;

/**
 * Brings gateways that enrolled lately the OpenVPN credentials of every account. What an account that lacks access has comes withdrawn,
 * and is put in force with the rest when access returns. Safe to run from several places at once. How many gateways were filled.
 */
export async function fillNewGateways(
  deps: CredentialDeps & { readonly db: Database; readonly readCredentials: ReadCredentials },
): Promise<number> {
  const begunAt = deps.clock.now();
  const fresh = await deps.db
    .selectFrom('gateways')
    .select(['id', 'createdAt'])
    .where('credentialsAt', 'is', null)
    .where('retiredAt', 'is', null)
    .execute();
  for (const { id, createdAt } of fresh) {
    let after = '00000000-0000-0000-0000-000000000000';
    for (let last: string | undefined = after; last !== undefined; ) {
      after = last;
      last = await deps.db.transaction().execute((trx) => fillFrom(deps, trx, id, after));
    }
    if (begunAt.getTime() - createdAt.getTime() < settledMs) continue;
    await deps.db.updateTable('gateways').set({ credentialsAt: begunAt }).where('id', '=', id).execute();
  }
  return fresh.length;
}

/** Fills one batch; the last account of it, or undefined where none is left. */
async function fillFrom(
  deps: CredentialDeps & { readonly readCredentials: ReadCredentials },
  trx: DatabaseTransaction,
  gatewayId: string,
  after: string,
): Promise<string | undefined> {
  const now = deps.clock.now();
  const some = await deps.readCredentials(trx, after, batch);
  const last = some.at(-1)?.userId;
  if (last === undefined) return undefined;
  const running = await trx
    .selectFrom('subscriptions')
    .select('userId')
    .where(
      'userId',
      'in',
      some.map(({ userId }) => userId),
    )
    .where('endedAt', 'is', null)
    .where('accessUntil', '>', now)
    .forShare()
    .execute();
  const withAccess = new Set(running.map(({ userId }) => userId));
  const rows = some.map((credentials) => ({
    ...rowOf(deps, gatewayId, credentials, now),
    withdrawnAt: withAccess.has(credentials.userId) ? null : now,
  }));
  const put = await trx
    .insertInto('gatewayGrants')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['gatewayId', 'id as grantId', 'withdrawnAt'])
    .execute();
  const inForce = put.filter(({ withdrawnAt }) => withdrawnAt === null);
  await announceGrants(
    trx,
    inForce.map(({ gatewayId: gateway, grantId }) => ({ gatewayId: gateway, grantId, kind: 'grant' })),
    now,
  );
  return last;
}
