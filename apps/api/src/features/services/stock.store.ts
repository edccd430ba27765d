import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DedicatedIpType } from '../../platform/database/schema.ts';
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

/** Returns the types and countries with an obtainable address, and how many there are: for a customer, or for anyone (null). */
export async function dedicatedStock(
  db: Database,
  userId: string | null,
): Promise<readonly (Kind & { readonly available: number })[]> {
  return obtainable(db, userId)
    .select(['dedicatedIps.type', 'dedicatedIps.country'])
    .select(({ fn }) => fn.countAll<number>().as('available'))
    .groupBy(['dedicatedIps.type', 'dedicatedIps.country'])
    .orderBy('dedicatedIps.type')
    .orderBy('dedicatedIps.country')
    .execute();
}

/**
 * Returns the types and countries that are sold at times, in stock or not: those of all addresses, and for addresses in a data center the
 * countries with a location.
 */
export async function kindsOnSale(db: Database): Promise<readonly Kind[]> {
  const addresses = db.selectFrom('dedicatedIps').select(['type', 'country']);
  const locations = db
    .selectFrom('locations')
    .select([sql<DedicatedIpType>`'dedicated'`.as('type'), sql<string>`lower(country)`.as('country')])
    .where('type', '=', 'standard');
  return addresses.union(locations).orderBy('type').orderBy('country').execute();
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
