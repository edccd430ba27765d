import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PriceKind, Schema } from '../../platform/database/schema.ts';

export type StoredPrice = Selectable<Schema['prices']>;
type PriceTerms = Omit<StoredPrice, 'onSale' | 'paddleProductId' | 'paddlePriceId'>;

/** Returns the prices on sale besides plans, by kind and number of months. */
export async function pricesOnSale(db: Database): Promise<readonly StoredPrice[]> {
  return db
    .selectFrom('prices')
    .selectAll()
    .where('onSale', '=', true)
    .orderBy('kind')
    .orderBy('months')
    .execute();
}

/** The price of a kind: per gigabyte where `months` is null, else for that many months. Null when it is not on sale. */
export async function priceOnSale(
  db: Database | DatabaseTransaction,
  kind: PriceKind,
  months: number | null,
): Promise<StoredPrice | null> {
  const price = await db
    .selectFrom('prices')
    .selectAll()
    .where('kind', '=', kind)
    .where('months', 'is not distinct from', months)
    .where('onSale', '=', true)
    .executeTakeFirst();
  return price ?? null;
}

/** Adds missing prices; existing prices keep the operator's changes. */
export async function addPrices(
  db: Database,
  prices: readonly (PriceTerms & { readonly onSale: boolean })[],
): Promise<void> {
  const rows = prices.map((price) => ({
    ...price,
    paddleProductId: null,
    paddlePriceId: null,
  }));
  await db
    .insertInto('prices')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function setPricePaddleIds(
  db: Database,
  id: string,
  ids: Partial<Pick<StoredPrice, 'paddleProductId' | 'paddlePriceId'>>,
): Promise<void> {
  await db.updateTable('prices').set(ids).where('id', '=', id).execute();
}

export type { PriceTerms };
