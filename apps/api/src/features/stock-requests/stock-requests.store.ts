import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { executePrepared } from '../../platform/database/prepared.ts';
import type { StockProduct } from '../../platform/database/schema.ts';

/** A product in a country. */
export interface StockKind {
  readonly product: StockProduct;
  /** ISO 3166-1 alpha-2 in lower case. */
  readonly country: string;
}

/** A customer's requests, the oldest first. */
export async function stockRequestsOf(
  db: Database | DatabaseTransaction,
  userId: string,
): Promise<readonly StockKind[]> {
  return db
    .selectFrom('stockRequests')
    .select(['product', 'country'])
    .where('userId', '=', userId)
    .orderBy('requestedAt')
    .orderBy('product')
    .orderBy('country')
    .execute();
}

/** Stores a request; one that exists keeps its place. */
export async function insertStockRequest(
  trx: DatabaseTransaction,
  { userId, product, country, now }: StockKind & { readonly userId: string; readonly now: Date },
): Promise<void> {
  await trx
    .insertInto('stockRequests')
    .values({ userId, product, country, requestedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'product', 'country']).doNothing())
    .execute();
}

/** Deletes a request; does nothing if there is none. */
export async function deleteStockRequest(
  db: Database,
  { userId, product, country }: StockKind & { readonly userId: string },
): Promise<void> {
  await db
    .deleteFrom('stockRequests')
    .where('userId', '=', userId)
    .where('product', '=', product)
    .where('country', '=', country)
    .execute();
}

/** Deletes the requests of a deleted account. */
export async function deleteStockRequestsOf(trx: DatabaseTransaction, userId: string): Promise<void> {
  const all = trx.deleteFrom('stockRequests').where('userId', '=', userId);
  await executePrepared(trx, 'delete-stock-requests', all);
}

/**
 * Deletes up to `limit` requests for one of the kinds, the oldest first, and returns them with the addresses to mail to. Rows that another
 * replica takes are skipped, so that each request is returned once.
 */
export async function takeStockRequests(
  trx: DatabaseTransaction,
  kinds: readonly StockKind[],
  limit: number,
): Promise<readonly (StockKind & { readonly email: string })[]> {
  if (kinds.length === 0) return [];
  const wanted = sql.join(kinds.map(({ product, country }) => sql`(${product}, ${country})`));
  const due = await trx
    .selectFrom('stockRequests')
    .innerJoin('users', 'users.id', 'stockRequests.userId')
    .select(['userId', 'product', 'country', 'email'])
    .where(sql<boolean>`(product, country) in (${wanted})`)
    .where('users.deletedAt', 'is', null)
    .orderBy('requestedAt')
    .orderBy('userId')
    .limit(limit)
    .forUpdate('stockRequests')
    .skipLocked()
    .execute();
  for (const { userId, product, country } of due) {
    await trx
      .deleteFrom('stockRequests')
      .where('userId', '=', userId)
      .where('product', '=', product)
      .where('country', '=', country)
      .execute();
  }
  return due;
}
