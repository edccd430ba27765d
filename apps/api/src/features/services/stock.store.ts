import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Kind } from './addresses.store.ts';

/**
 * The addresses that a customer can get: free ones, those that rest for them, and those that are reserved for their orders. For null, only
 * the free ones.
 */
function obtainable(db: Database | DatabaseTransaction, userId: string | null) {
  return db
    .selectFrom('dedicatedIps')
    .leftJoin('orders', 'orders.id', 'dedicatedIps.orderId')
    .leftJoin('services', 'services.id', 'dedicatedIps.lastServiceId')
    .where((where) =>
      where.or([
        where('dedicatedIps.state', '=', 'free'),
        ...(userId === null
          ? []
          : [
              where.and([where('dedicatedIps.state', '=', 'resting'), where('services.userId', '=', userId)]),
              where.and([where('dedicatedIps.state', '=', 'reserved'), where('orders.userId', '=', userId)]),
            ]),
      ]),
    );
}

/** Returns the types and countries with an obtainable address: for a customer, or for anyone (null). */
export async function stock(db: Database, userId: string | null): Promise<readonly Kind[]> {
  return obtainable(db, userId)
    .select(['dedicatedIps.type', 'dedicatedIps.country'])
    .distinct()
    .orderBy('dedicatedIps.type')
    .orderBy('dedicatedIps.country')
    .execute();
}

/** Returns whether a customer can get an address of a kind. */
export async function isInStock(
  db: Database | DatabaseTransaction,
  request: Kind & { readonly userId: string },
): Promise<boolean> {
  const found = await obtainable(db, request.userId)
    .select('dedicatedIps.id')
    .where('dedicatedIps.type', '=', request.type)
    .where('dedicatedIps.country', '=', request.country)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
