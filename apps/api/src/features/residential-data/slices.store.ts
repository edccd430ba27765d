import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { SliceState } from './apply-report.ts';
import type { DataOwner } from './balance.ts';
import type { DrawnSlice } from './draw-slice.ts';
import type { Purse } from './purses.store.ts';
import type { HeldSlices } from './slice-size.ts';

export async function sliceOfRequest(
  trx: DatabaseTransaction,
  { purseId, request }: { readonly purseId: string; readonly request: string },
): Promise<DrawnSlice | null> {
  const slice = await trx
    .selectFrom('dataSlices')
    .select(['id as slice', 'bytes'])
    .where('purseId', '=', purseId)
    .where('request', '=', request)
    .executeTakeFirst();
  return slice ?? null;
}

/** How many other purses of the same account and product hold a slice that is not settled. */
export async function otherDrawingPurses(trx: DatabaseTransaction, purse: Purse): Promise<number> {
  const { count } = await trx
    .selectFrom('dataPurses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', purse.userId)
    .where('product', '=', purse.product)
    .where('id', '<>', purse.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('dataSlices')
          .select('dataSlices.id')
          .whereRef('dataSlices.purseId', '=', 'dataPurses.id')
          .where('dataSlices.settledAt', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** What a purse holds in slices that are not settled. */
export async function heldBy(trx: DatabaseTransaction, purseId: string): Promise<HeldSlices> {
  return trx
    .selectFrom('dataSlices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(bytes - used_bytes), 0)::bigint`.as('unusedBytes'))
    .where('purseId', '=', purseId)
    .where('settledAt', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function insertSlice(
  trx: DatabaseTransaction,
  slice: {
    readonly purseId: string;
    readonly request: string;
    readonly bytes: number;
    readonly heardAt: Date;
  },
): Promise<DrawnSlice> {
  return trx
    .insertInto('dataSlices')
    .values(slice)
    .returning(['id as slice', 'bytes'])
    .executeTakeFirstOrThrow();
}

/** A slice with whose it is. */
export interface OwnedSlice extends DataOwner, SliceState {
  readonly id: string;
  readonly proxyUserId: string | null;
}

/** Those of these slices that a gateway has drawn. */
export async function slicesOf(
  db: Database | DatabaseTransaction,
  gatewayId: string,
  ids: readonly string[],
): Promise<readonly OwnedSlice[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('dataSlices as slice')
    .innerJoin('dataPurses as purse', 'purse.id', 'slice.purseId')
    .select(['slice.id', 'slice.bytes', 'slice.usedBytes'])
    .select(['purse.userId', 'purse.product', 'purse.proxyUserId'])
    .select(sql<boolean>`slice.settled_at is not null`.as('isSettled'))
    .where('slice.id', 'in', ids)
    .where('purse.gatewayId', '=', gatewayId)
    .orderBy('slice.id')
    .execute();
}

/** Writes what was heard of slices at `now`. Their accounts must be held. */
export async function noteSlices(
  trx: DatabaseTransaction,
  slices: readonly OwnedSlice[],
  now: Date,
): Promise<void> {
  const column = <T>(read: (slice: OwnedSlice) => T) => sql.val(slices.map(read));
  await sql`
    update data_slices slice set used_bytes = told.used, heard_at = ${now},
      settled_at = case when told.done then coalesce(slice.settled_at, ${now}) end
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ usedBytes }) => usedBytes)}::bigint[],
      ${column(({ isSettled }) => isSettled)}::boolean[]) as told (id, used, done)
    where slice.id = told.id`.execute(trx);
}
