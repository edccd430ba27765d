import { addressesOf } from '@comet/admission';
import type { Grant, GrantKind, Revocation } from '@comet/contract';
import { sql, type Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { Sealer } from '../../../platform/keys/seal.ts';

/** The columns of `gateway_grants` that are sent to gateways. */
const grantColumns = ['id', 'kind', 'sub', 'publicKey', 'host', 'mac', 'terms'] as const;

type StoredGrant = Pick<Selectable<Schema['gatewayGrants']>, (typeof grantColumns)[number]>;

/** Returns a grant as sent to gateways. `sealer` decrypts the password of a provider's endpoint. */
function grantOf(row: StoredGrant, sealer: Pick<Sealer, 'open'>): Grant {
  const { id, kind, sub, publicKey, host, mac, terms } = row;
  if (kind === 'wireguard' && sub !== null && publicKey !== null && host !== null)
    return { kind, id, sub, publicKey, ...addressesOf(host) };
  if (kind === 'openvpn' && sub !== null && mac !== null) return { kind, id, sub, mac };
  if (kind === 'proxy' && sub !== null && mac !== null && terms !== null && 'username' in terms)
    return { kind, id, sub, mac, proven: [], ...terms };
  if (kind === 'upstream' && terms !== null && 'sealedPassword' in terms) {
    const { sealedPassword, ...rest } = terms;
    const unbound = { rules: { ports: [], networks: [], names: [] }, bytesPerSecond: null };
    return { kind, id, ...unbound, ...rest, password: String(sealer.open(sealedPassword)) };
  }
  throw new Error(`Grant ${id} lacks what its kind needs`);
}

/** One change, with the cursor after it. */
export type Change = {
  readonly cursor: number;
  /** The request that caused it; none for a job's. */
  readonly requestId?: string;
} & (
  | { readonly type: 'revoke'; readonly revocation: Revocation }
  | { readonly type: 'grant'; readonly grant: Grant }
  | { readonly type: 'withdraw'; readonly id: string }
);

/** Everything in force on a gateway at a cursor. */
export interface FeedSnapshot {
  readonly cursor: number;
  readonly revocations: readonly Revocation[];
  readonly grants: readonly Grant[];
}

/** The changes for one gateway after `cursor`, or a snapshot if the cursor is too old or from a lost state of the database. */
type Catchup =
  | {
      readonly kind: 'changes';
      readonly changes: readonly Change[];
      /** The cursor up to which this gateway has received all its changes. */
      readonly cursor: number;
    }
  | ({ readonly kind: 'snapshot' } & FeedSnapshot);

/** The database of the grants, the sealer of their secrets, and the kinds to read. */
export interface GrantSource {
  readonly db: Database;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly kinds: readonly GrantKind[];
}

const maxPageSize = 500;

/**
 * Reads, in one snapshot of the database, the changes for a gateway after `cursor`: at most one page. Returns a full snapshot instead if
 * the cursor is null, pruned or in the future. `since` (Unix time in seconds) limits a snapshot's revocations to later ones.
 */
export async function changesAfter(
  source: GrantSource,
  gatewayId: string,
  /** Null for a follower without a cursor. */
  cursor: number | null,
  since: number,
): Promise<Catchup> {
  return inOneSnapshot(source.db, async (trx) => {
    const top = await latestCursor(trx);
    if (cursor === null || cursor < top.prunedThrough || cursor > top.cursor) {
      const revocations = await revocationsOf(trx, gatewayId, top.cursor, since);
      return {
        kind: 'snapshot',
        cursor: top.cursor,
        revocations,
        grants: await grantsOf(trx, gatewayId, source),
      };
    }
    const changes = await changesOf(trx, { gatewayId, after: cursor }, source);
    return { kind: 'changes', changes, cursor: changes.at(-1)?.cursor ?? top.cursor };
  });
}

async function changesOf(
  trx: DatabaseTransaction,
  { gatewayId, after }: { readonly gatewayId: string; readonly after: number },
  { sealer, kinds }: GrantSource,
): Promise<Change[]> {
  const rows = await trx
    .selectFrom('gatewayChanges')
    .leftJoin('gatewayGrants', (join) =>
      join
        .onRef('gatewayGrants.id', '=', 'gatewayChanges.grantId')
        .on('gatewayGrants.withdrawnAt', 'is', null)
        .on('gatewayGrants.kind', 'in', [...kinds])
        .on('gatewayChanges.kind', '=', 'grant'),
    )
    .select(['gatewayChanges.id as cursor', 'gatewayChanges.kind as change', 'gatewayChanges.sub as revoked'])
    .select(['gatewayChanges.slot', 'gatewayChanges.notBefore', 'gatewayChanges.grantId'])
    .select('gatewayChanges.requestId')
    .select(['gatewayGrants.id', 'gatewayGrants.kind', 'gatewayGrants.sub'])
    .select(['gatewayGrants.publicKey', 'gatewayGrants.host', 'gatewayGrants.mac', 'gatewayGrants.terms'])
    .where('gatewayChanges.gatewayId', '=', gatewayId)
    .where('gatewayChanges.id', '>', after)
    .orderBy('gatewayChanges.id')
    .limit(maxPageSize)
    .execute();
  return rows.flatMap((row): Change[] => {
    const { cursor, requestId } = row;
    const at = requestId === null ? { cursor } : { cursor, requestId };
    if (row.revoked !== null) {
      const { revoked: sub, slot, notBefore } = row;
      return [{ type: 'revoke', ...at, revocation: { sub, slot, notBefore } }];
    }
    const { id, kind, grantId } = row;
    // A grant that no longer exists was never in force for this gateway; its tombstone, which follows, may arrive twice.
    if (id === null || kind === null)
      return grantId === null ? [] : [{ type: 'withdraw', ...at, id: grantId }];
    return [{ type: 'grant', ...at, grant: grantOf({ ...row, id, kind }, sealer) }];
  });
}

/** Returns for each subject and slot the latest revocation for a gateway, up to a cursor, that still matters. */
export async function revocationsOf(
  db: Database | DatabaseTransaction,
  gatewayId: string,
  cursor: number,
  since: number,
): Promise<readonly Revocation[]> {
  const rows = await db
    .selectFrom('gatewayChanges')
    .select(['sub', 'slot', sql<number>`max(not_before)`.as('notBefore')])
    .where('gatewayId', '=', gatewayId)
    .where('kind', '=', 'revoke')
    .where('id', '<=', cursor)
    .where('notBefore', '>=', since)
    .groupBy(['sub', 'slot'])
    .execute();
  return rows.flatMap(({ sub, ...row }) => (sub === null ? [] : [{ sub, ...row }]));
}

/** Returns every grant in force on a gateway at `cursor`; null if there are later changes of grants. */
export async function grantsAt(
  source: GrantSource,
  gatewayId: string,
  cursor: number,
): Promise<readonly Grant[] | null> {
  return inOneSnapshot(source.db, async (trx) => {
    const later = await trx
      .selectFrom('gatewayChanges')
      .select('id')
      .where('gatewayId', '=', gatewayId)
      .where('kind', '<>', 'revoke')
      .where('id', '>', cursor)
      .limit(1)
      .executeTakeFirst();
    return later === undefined ? grantsOf(trx, gatewayId, source) : null;
  });
}

async function grantsOf(
  trx: DatabaseTransaction,
  gatewayId: string,
  { sealer, kinds }: GrantSource,
): Promise<readonly Grant[]> {
  const rows = await trx
    .selectFrom('gatewayGrants')
    .select(grantColumns)
    .where('gatewayId', '=', gatewayId)
    .where('kind', 'in', [...kinds])
    .where('withdrawnAt', 'is', null)
    .execute();
  return rows.map((row) => grantOf(row, sealer));
}

/** Returns the id of the last change, and the id up to which changes were removed. */
export async function latestCursor(
  db: Database | DatabaseTransaction,
): Promise<{ cursor: number; prunedThrough: number }> {
  const { top, prunedThrough } = await db
    .selectFrom('gatewayFeed')
    .select((select) => [
      'prunedThrough',
      select
        .selectFrom('gatewayChanges')
        .select((max) => max.fn.max('id').as('top'))
        .as('top'),
    ])
    .executeTakeFirstOrThrow();
  return { cursor: Math.max(top ?? 0, prunedThrough), prunedThrough };
}

function inOneSnapshot<T>(db: Database, read: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
