import { addressesOf } from '@comet/admission';
import type { AccountRevocation, Grant, GrantKind, Revocation } from '@comet/contract';
import { type RawBuilder, sql, type Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { opened, type Sealer } from '../../../platform/keys/seal.ts';
import { accountRevocationsIn, revocationsAt } from './account-revocations.store.ts';

/** What is sent to gateways of a row of `gateway_grants`. */
export type StoredGrant = Pick<
  Selectable<Schema['gatewayGrants']>,
  'id' | 'kind' | 'sub' | 'publicKey' | 'host' | 'mac' | 'terms'
>;

/** Selects the grants in force that meet a condition. For connections without plug-ins: renaming the columns of each row costs as much again. */
export const selectGrants = (condition: RawBuilder<unknown>) => sql<StoredGrant>`
  select id, kind, sub, public_key as "publicKey", host, mac, terms from gateway_grants
  where withdrawn_at is null and ${condition}`;

/**
 * Returns a grant as sent to gateways. `sealer` decrypts the password of a provider's endpoint; null where its key is lost: gateways do without
 * the endpoint, and their feeds continue.
 */
export function grantOf(row: StoredGrant, sealer: Pick<Sealer, 'open'>): Grant | null {
  const { id, kind, sub, publicKey, host, mac, terms } = row;
  if (kind === 'wireguard' && sub !== null && publicKey !== null && host !== null)
    return { kind, id, sub, publicKey, ...addressesOf(host) };
  if (kind === 'openvpn' && sub !== null && mac !== null) return { kind, id, sub, mac };
  if (kind === 'proxy' && sub !== null && mac !== null && terms !== null && 'purse' in terms)
    return { kind, id, sub, mac, proven: [], ...terms };
  if (kind === 'proxyuser' && mac !== null && terms !== null && 'username' in terms)
    return { kind, id, verifier: mac, proven: [], ...terms };
  if (kind === 'credential' && mac !== null) return { kind, id, verifier: mac };
  if (kind === 'upstream' && terms !== null && 'sealedPassword' in terms) {
    const { sealedPassword, ...rest } = terms;
    const unbound = { rules: { ports: [], networks: [], names: [] }, bytesPerSecond: null };
    const password = opened(sealer, sealedPassword);
    return password === null ? null : { kind, id, ...unbound, ...rest, password: String(password.value) };
  }
  throw new Error(`Grant ${id} lacks what its kind needs`);
}

/** Everything in force on a gateway at a cursor, also what is in force on all. */
export interface FeedSnapshot {
  readonly cursor: number;
  readonly revocations: readonly Revocation[];
  readonly grants: readonly Grant[];
  /** Missing for a gateway that does not support them. */
  readonly accounts?: readonly AccountRevocation[];
}

/** A gateway, and whether it supports revocations of accounts: another one gets a revocation for each of its subjects. */
interface Recipient {
  readonly gatewayId: string;
  readonly takesAccounts: boolean;
}

/** The database of the grants, the sealer of their secrets, and the kinds to read. */
export interface GrantSource {
  readonly db: Database;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly kinds: readonly GrantKind[];
}

/** Reads everything in force on a gateway. `since` (Unix time in seconds) limits the revocations to later ones. */
export async function snapshotOf(
  source: GrantSource,
  recipient: Recipient,
  since: number,
): Promise<FeedSnapshot> {
  const { gatewayId, takesAccounts } = recipient;
  return inOneSnapshot(source.db, async (trx) => ({
    ...(await revocationsIn(trx, recipient, since)),
    ...(takesAccounts ? { accounts: await accountRevocationsIn(trx, since) } : {}),
    grants: [...(await grantsOf(trx, gatewayId, source)), ...(await grantsOf(trx, null, source))],
  }));
}

/** Reads the revocations of a gateway since `since` (Unix time in seconds), with the cursor at which they are complete. */
export async function revocationsOf(
  db: Database,
  recipient: Recipient,
  since: number,
): Promise<Omit<FeedSnapshot, 'grants'>> {
  return inOneSnapshot(db, (trx) => revocationsIn(trx, recipient, since));
}

/** Reads the revocations of accounts since `since` (Unix time in seconds), with the cursor at which they are complete. */
export async function accountRevocationsSince(
  db: Database,
  since: number,
): Promise<{ readonly cursor: number; readonly accounts: readonly AccountRevocation[] }> {
  return inOneSnapshot(db, async (trx) => {
    const { cursor } = await latestCursor(trx);
    return { cursor, accounts: await accountRevocationsIn(trx, since) };
  });
}

/** Returns for each subject and slot the latest revocation for a gateway that still matters. */
async function revocationsIn(
  trx: DatabaseTransaction,
  { gatewayId, takesAccounts }: Recipient,
  since: number,
): Promise<Omit<FeedSnapshot, 'grants'>> {
  const { cursor } = await latestCursor(trx);
  const rows = await trx
    .selectFrom('gatewayChanges')
    .select(['sub', 'slot', sql<number>`max(not_before)`.as('notBefore')])
    .where(({ or, eb }) => or([eb('gatewayId', '=', gatewayId), eb('gatewayId', 'is', null)]))
    .where('kind', '=', 'revoke')
    .where('notBefore', '>=', since)
    .groupBy(['sub', 'slot'])
    .execute();
  const revocations = rows.flatMap(({ sub, ...row }) => (sub === null ? [] : [{ sub, ...row }]));
  const accounts = takesAccounts ? [] : await accountRevocationsIn(trx, since);
  return { cursor, revocations: [...revocations, ...revocationsAt(gatewayId, accounts)] };
}

/** Returns every grant of a gateway in force at `cursor`, without those of all gateways; null if there are later changes of them. */
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

/** Returns the grants of one gateway, or (null) those that are in force on all. */
export async function grantsOf(
  trx: DatabaseTransaction,
  gatewayId: string | null,
  { sealer, kinds }: GrantSource,
): Promise<readonly Grant[]> {
  const gateway = gatewayId === null ? sql`is null` : sql`= ${gatewayId}`;
  const grants = selectGrants(sql`gateway_id ${gateway} and kind = any(${[...kinds]}::text[])`);
  const { rows } = await grants.execute(trx.withoutPlugins());
  return rows.flatMap((row) => grantOf(row, sealer) ?? []);
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

/** Runs reads that see the same state of the database. */
export function inOneSnapshot<T>(db: Database, read: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
