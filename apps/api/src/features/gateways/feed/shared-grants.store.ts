import type { Grant, Revocation } from '@comet/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { accountRevocationsIn } from './account-revocations.store.ts';
import {
  type FeedSnapshot,
  grantOf,
  type GrantSource,
  grantsOf,
  inOneSnapshot,
  latestCursor,
  selectGrants,
  type StoredGrant,
} from './read-feed.store.ts';

type Sealed = Pick<GrantSource, 'db' | 'sealer'>;

/** Rows of one read, so that a process with many shared grants is not blocked noticeably. */
const perFetch = 5_000;

/**
 * Reads what is in force on all gateways, passing the grants to `take`. Returns the cursor of this state, and the revocations since `since`
 * (unix seconds), ordered; those of accounts by their changes.
 */
export async function readShared(
  { db, sealer }: Sealed,
  since: number,
  take: (grant: Grant) => void,
): Promise<Required<Omit<FeedSnapshot, 'grants'>>> {
  return inOneSnapshot(db, async (trx) => {
    const { cursor } = await latestCursor(trx);
    const revocations = await latestRevocations(trx, null, since);
    const accounts = await accountRevocationsIn(trx, since);
    const plain = trx.withoutPlugins();
    await sql`declare shared_grants no scroll cursor for ${selectGrants(sql`gateway_id is null`)}`.execute(
      plain,
    );
    for (let count = perFetch; count === perFetch; ) {
      const { rows } = await sql<StoredGrant>`fetch ${sql.lit(perFetch)} from shared_grants`.execute(plain);
      for (const row of rows) {
        const grant = grantOf(row, sealer);
        if (grant !== null) take(grant);
      }
      count = rows.length;
    }
    return { cursor, revocations, accounts };
  });
}

/** One gateway's own part of a snapshot, and what has changed for all gateways since the shared part. */
export interface OwnPart extends Required<FeedSnapshot> {
  /** Grants of the shared part that are no longer in force. */
  readonly withdrawn: readonly string[];
  /** The number of the last elements of `grants` that are in force on all gateways. */
  readonly shared: number;
}

/** More changes for all gateways since the shared part make a new one cheaper. */
const maxLater = 1_000;

/** Reads a gateway's own part for the shared part at `sharedCursor`; null if that is too old. `since`: unix seconds. */
export async function ownPartOf(
  source: GrantSource,
  gatewayId: string,
  { since, sharedCursor }: { readonly since: number; readonly sharedCursor: number },
): Promise<OwnPart | null> {
  return inOneSnapshot(source.db, async (trx) => {
    const { cursor, prunedThrough } = await latestCursor(trx);
    if (sharedCursor < prunedThrough || sharedCursor > cursor) return null;
    const later = await trx
      .selectFrom('gatewayChanges')
      .select('grantId')
      .where('gatewayId', 'is', null)
      .where('id', '>', sharedCursor)
      .limit(maxLater + 1)
      .execute();
    if (later.length > maxLater) return null;
    const changed = new Set(later.flatMap(({ grantId }) => grantId ?? []));
    const inForce = await grantsAmong(trx, source, [...changed]);
    for (const { id } of inForce) changed.delete(id);
    const own = await latestRevocations(trx, gatewayId, since);
    const ofAll = await latestRevocations(trx, null, since, sharedCursor);
    return {
      cursor,
      revocations: [...own, ...ofAll],
      accounts: await accountRevocationsIn(trx, since, sharedCursor),
      grants: [...(await grantsOf(trx, gatewayId, source)), ...inForce],
      shared: inForce.length,
      withdrawn: [...changed].sort(),
    };
  });
}

async function grantsAmong(
  trx: DatabaseTransaction,
  { sealer, kinds }: Pick<GrantSource, 'sealer' | 'kinds'>,
  ids: readonly string[],
): Promise<readonly Grant[]> {
  if (ids.length === 0) return [];
  const grants = selectGrants(
    sql`id = any(${[...ids]}::uuid[]) and gateway_id is null and kind = any(${[...kinds]}::text[])`,
  );
  const { rows } = await grants.execute(trx.withoutPlugins());
  return rows.flatMap((row) => grantOf(row, sealer) ?? []);
}

/**
 * Returns the latest revocation of each subject and slot for one gateway, or (null) for all, since `since` (unix seconds) and after the
 * change `after`, ordered.
 */
async function latestRevocations(
  trx: DatabaseTransaction,
  gatewayId: string | null,
  since: number,
  after = 0,
): Promise<readonly Revocation[]> {
  const gateway = gatewayId === null ? sql`is null` : sql`= ${gatewayId}`;
  const { rows } = await sql<Revocation>`
    select sub, slot, max(not_before) as "notBefore" from gateway_changes
    where gateway_id ${gateway} and kind = 'revoke' and id > ${after} and not_before >= ${since} and sub is not null
    group by sub, slot order by sub, slot`.execute(trx.withoutPlugins());
  return rows;
}
