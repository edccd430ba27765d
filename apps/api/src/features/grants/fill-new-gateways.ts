import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { addGrants } from './add-grants.ts';
import { areShared, type CredentialDeps, rowOf, type ServiceCredentials } from './put-credentials.ts';

/**
 * Reads the credentials of up to `limit` accounts that have some, with ids after `after`, ordered by id. It locks the accounts `for share`
 * first, so that their credentials cannot change before the transaction ends.
 */
export type ReadCredentials = (
  trx: DatabaseTransaction,
  after: string,
  limit: number,
) => Promise<readonly ServiceCredentials[]>;

/**
 * Returns the grants of up to `limit` accounts for a new gateway, and the last of these accounts; null if none is left. The accounts have
 * ids after `after`, and are locked `for share` first.
 */
export type FillGateway = (
  trx: DatabaseTransaction,
  gatewayId: string,
  after: string,
  limit: number,
) => Promise<{
  readonly rows: readonly (Insertable<Schema['gatewayGrants']> & { readonly userId: string })[];
  readonly last: string | null;
}>;

const batch = 500;
/** No transaction that issues credentials stays open this long, in ms: after it, missed accounts are visible. */
const settledMs = 60_000;

/**
 * Adds every account's OpenVPN credentials and proxy users to recently enrolled gateways, unless the gateway supports credentials of all
 * gateways. Grants of an account without access, and of banned ones, are added as withdrawn, and are restored with the others when
 * access returns. Safe to run concurrently. Returns the number of gateways filled.
 */
export async function fillNewGateways(
  deps: CredentialDeps & {
    readonly db: Database;
    readonly readCredentials: ReadCredentials;
    readonly others?: readonly FillGateway[];
  },
): Promise<number> {
  const begunAt = deps.clock.now();
  const fresh = await deps.db
    .selectFrom('gateways')
    .select(['id', 'createdAt', 'credentialsSharedAt'])
    .where('credentialsAt', 'is', null)
    .where('retiredAt', 'is', null)
    .execute();
  for (const { id, createdAt, credentialsSharedAt } of fresh) {
    const own = [credentialsOf(deps), ...(deps.others ?? [])];
    for (const fill of credentialsSharedAt !== null && areShared(deps) ? [] : own) {
      let after = '00000000-0000-0000-0000-000000000000';
      for (let last: string | null = after; last !== null; ) {
        after = last;
        last = await deps.db.transaction().execute((trx) => fillFrom(deps, trx, fill, { id, after }));
      }
    }
    if (begunAt.getTime() - createdAt.getTime() < settledMs) continue;
    await deps.db.updateTable('gateways').set({ credentialsAt: begunAt }).where('id', '=', id).execute();
  }
  return fresh.length;
}

function credentialsOf(deps: CredentialDeps & { readonly readCredentials: ReadCredentials }): FillGateway {
  return async (trx, gatewayId, after, limit) => {
    const some = await deps.readCredentials(trx, after, limit);
    const rows = some.map((credentials) => rowOf(deps, gatewayId, credentials, deps.clock.now()));
    return { rows, last: some.at(-1)?.userId ?? null };
  };
}

/** Fills one batch; returns its last account, or null if none is left. */
async function fillFrom(
  deps: CredentialDeps,
  trx: DatabaseTransaction,
  fill: FillGateway,
  gateway: { readonly id: string; readonly after: string },
): Promise<string | null> {
  const { rows, last } = await fill(trx, gateway.id, gateway.after, batch);
  await addGrants(trx, rows, { now: deps.clock.now() });
  return last;
}
