import { maxCountedStock } from '@comet/contract';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { DedicatedIpType } from '../../platform/database/schema.ts';
import type { Kind } from './addresses.store.ts';

type Stock = Kind & { readonly available: number };

/**
 * Returns the types and countries with an obtainable address, and how many there are, at most `maxCountedStock`: for a customer, whose own
 * resting and reserved addresses are included, or for anyone (null).
 */
export async function dedicatedStock(db: Database, userId: string | null): Promise<readonly Stock[]> {
  const [free, own] = await Promise.all([freeStock(db), userId === null ? [] : ownAddresses(db, userId)]);
  const keyOf = ({ type, country }: Kind) => `${type} ${country}`;
  const stock = new Map(free.map((kind) => [keyOf(kind), kind]));
  for (const kind of own) {
    const available = (stock.get(keyOf(kind))?.available ?? 0) + 1;
    stock.set(keyOf(kind), { ...kind, available: Math.min(maxCountedStock, available) });
  }
  return [...stock.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, kind]) => kind);
}

/** The kinds of free addresses, each by one step in the index, and a bounded count of each. */
async function freeStock(db: Database): Promise<readonly Stock[]> {
  const { rows } = await sql<Stock>`
    with recursive kinds as (
      (select type, country from dedicated_ips where state = 'free' order by type, country limit 1)
      union all
      select next.type, next.country from kinds cross join lateral (
        select type, country from dedicated_ips
        where state = 'free' and (type, country) > (kinds.type, kinds.country)
        order by type, country limit 1
      ) as next
    )
    select type, country, (
      select count(*) from (
        select from dedicated_ips as free
        where free.state = 'free' and free.type = kinds.type and free.country = kinds.country
        limit ${maxCountedStock}
      ) as counted
    ) as available
    from kinds`.execute(db);
  return rows;
}

/** The kind of each address that rests for a customer or is reserved for their order. */
function ownAddresses(db: Database | DatabaseTransaction, userId: string): Promise<readonly Kind[]> {
  const resting = db
    .selectFrom('services')
    .innerJoin('dedicatedIps', 'dedicatedIps.lastServiceId', 'services.id')
    .select(['dedicatedIps.type', 'dedicatedIps.country'])
    .where('services.userId', '=', userId)
    .where('dedicatedIps.state', '=', 'resting');
  const reserved = db
    .selectFrom('orders')
    .innerJoin('dedicatedIps', 'dedicatedIps.orderId', 'orders.id')
    .select(['dedicatedIps.type', 'dedicatedIps.country'])
    .where('orders.userId', '=', userId)
    .where('dedicatedIps.state', '=', 'reserved');
  return resting.unionAll(reserved).execute();
}

/**
 * Returns the types and countries that are sold at times, in stock or not: those of all addresses, and for addresses in a data center the
 * countries with a location.
 */
export async function kindsOnSale(db: Database): Promise<readonly Kind[]> {
  const { rows } = await sql<Kind>`
    with recursive kinds as (
      (select type, country from dedicated_ips order by type, country limit 1)
      union all
      select next.type, next.country from kinds cross join lateral (
        select type, country from dedicated_ips
        where (type, country) > (kinds.type, kinds.country)
        order by type, country limit 1
      ) as next
    )
    select type, country from kinds
    union
    select ${'dedicated' satisfies DedicatedIpType}, lower(country) from locations where type = 'standard'
    order by type, country`.execute(db);
  return rows;
}

/** Returns whether a customer can get an address of a kind. */
export async function isInStock(
  db: Database | DatabaseTransaction,
  { type, country, userId }: Kind & { readonly userId: string },
): Promise<boolean> {
  const free = await db
    .selectFrom('dedicatedIps')
    .select('id')
    .where('state', '=', 'free')
    .where('type', '=', type)
    .where('country', '=', country)
    .limit(1)
    .executeTakeFirst();
  if (free !== undefined) return true;
  const own = await ownAddresses(db, userId);
  return own.some((kind) => kind.type === type && kind.country === country);
}
