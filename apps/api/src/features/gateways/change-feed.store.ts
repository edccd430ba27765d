import { subjectOf, weekOf } from '@comet/admission';
import { type Revocation } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** The channel on which streams are woken; the message itself says nothing. */
export const feedChannel = 'gateway_changes';

/** Held until commit by whoever adds changes, so that their ids become visible in their order. */
const feedLock = 0x636f6d65;

const weekSeconds = 7 * 24 * 3600;

/** For how long a revocation can matter: a stand-by ticket lives 24 h and clocks may differ. */
export const revocationLifeSeconds = 26 * 3600;

/** Which of an account's sessions end: those of one device, or all when `slot` is null. */
export interface RevokedSessions {
  readonly userId: string;
  readonly slot: number | null;
}

export type Revoke = (trx: DatabaseTransaction, sessions: RevokedSessions) => Promise<void>;

/**
 * Ends sessions on every gateway, as a part of the transaction that takes the right to them away. Call it last and with the rows
 * already locked: the feed's lock is held until commit, and a ticket that was issued under those locks is older than `notBefore`.
 */
export function createRevoke(deps: { readonly clock: Clock; readonly subjects: Uint8Array }): Revoke {
  return async (trx, { userId, slot }) => {
    const gateways = await trx.selectFrom('gateways').select('id').where('retiredAt', 'is', null).execute();
    if (gateways.length === 0) return;
    const now = deps.clock.now();
    // A ticket of this very second counts as issued before.
    const notBefore = unixSeconds(now) + 1;
    const weeks = [weekOf(now), weekOf(new Date(now.getTime() - weekSeconds * 1000))];
    const rows = gateways.flatMap(({ id }) =>
      weeks.map((week) => ({
        gatewayId: id,
        sub: subjectOf(deps.subjects, userId, id, week),
        slot,
        notBefore,
      })),
    );
    await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
    await trx.insertInto('gatewayChanges').values(rows).execute();
    await sql`select pg_notify(${feedChannel}, '')`.execute(trx);
  };
}

/** One change, with the cursor that stands after it. */
export interface Change {
  readonly cursor: number;
  readonly revocation: Revocation;
}

/** The changes for one gateway after `cursor`, or everything at once where that is too old or from another life of the database. */
export type Catchup =
  | { readonly kind: 'changes'; readonly changes: readonly Change[] }
  | { readonly kind: 'snapshot'; readonly cursor: number; readonly revocations: readonly Revocation[] };

const mostAtOnce = 500;

export async function changesAfter(
  db: Database,
  gatewayId: string,
  /** Null for a follower that has nothing yet. */
  cursor: number | null,
  since: number,
): Promise<Catchup> {
  return inOneSnapshot(db, async (trx) => {
    const top = await topCursor(trx);
    if (cursor === null || cursor < top.prunedThrough || cursor > top.cursor) {
      const revocations = await revocationsOf(trx, gatewayId, top.cursor, since);
      return { kind: 'snapshot', cursor: top.cursor, revocations };
    }
    const rows = await trx
      .selectFrom('gatewayChanges')
      .select(['id', 'sub', 'slot', 'notBefore'])
      .where('gatewayId', '=', gatewayId)
      .where('id', '>', cursor)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute();
    return {
      kind: 'changes',
      changes: rows.map(({ id, sub, slot, notBefore }) => ({
        cursor: id,
        revocation: { sub, slot, notBefore },
      })),
    };
  });
}

/** Every revocation for a gateway up to a cursor that can still matter. */
export async function revocationsOf(
  db: Database | DatabaseTransaction,
  gatewayId: string,
  cursor: number,
  since: number,
): Promise<readonly Revocation[]> {
  return db
    .selectFrom('gatewayChanges')
    .select(['sub', 'slot', 'notBefore'])
    .where('gatewayId', '=', gatewayId)
    .where('id', '<=', cursor)
    .where('notBefore', '>=', since)
    .orderBy('id')
    .execute();
}

async function topCursor(trx: DatabaseTransaction): Promise<{ cursor: number; prunedThrough: number }> {
  const { top, prunedThrough } = await trx
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

/** Drops what can no longer matter. A gateway whose cursor lies below what was dropped gets a snapshot. */
export async function pruneChanges(db: Database, now: Date): Promise<void> {
  const before = unixSeconds(now) - revocationLifeSeconds;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${feedLock})`.execute(trx);
    const last = await trx
      .deleteFrom('gatewayChanges')
      .where('notBefore', '<', before)
      .returning('id')
      .execute()
      .then((rows) => rows.reduce((highest, { id }) => Math.max(highest, id), 0));
    await trx
      .updateTable('gatewayFeed')
      .set({ prunedThrough: last })
      .where('prunedThrough', '<', last)
      .execute();
  });
}
