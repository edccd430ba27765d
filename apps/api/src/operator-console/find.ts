import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { byBytes, startsWith } from '../platform/database/text-prefix.ts';
import { isId } from '../features/operator-commands/index.ts';
import { readOrderNumber } from '../features/orders/index.ts';

/** Maximum results of each kind. */
export const maxResults = 20;
/** Minimum hexadecimal digits of the prefix of an id: shorter queries are treated as names. */
export const minIdPrefixLength = 8;

const customerColumns = ['id', 'email', 'createdAt', 'verifiedAt', 'deletedAt', 'bannedAt'] as const;

/** Finds accounts, also deleted ones, by id, an order's number, or the start of their email, in the order of their emails. */
export async function findCustomers(db: Database, query: string, limit = maxResults) {
  const customers = db.selectFrom('users').select(customerColumns).limit(limit);
  if (isId(query)) return customers.where('id', '=', query).execute();
  const number = readOrderNumber(query);
  const buyer = number === null ? [] : await customers.where('id', 'in', buyerOf(db, number)).execute();
  if (buyer.length > 0) return buyer;
  return customers
    .where((user) => startsWith(user.ref('email'), query.toLowerCase()))
    .orderBy((user) => byBytes(user.ref('email')))
    .execute();
}

const buyerOf = (db: Database, number: string) =>
  db.selectFrom('orders').select('userId').where('number', '=', number);

/** Returns the newest accounts. */
export function newestCustomers(db: Database, limit: number) {
  return db.selectFrom('users').select(customerColumns).orderBy('id', 'desc').limit(limit).execute();
}

const orderColumns = [
  'orders.id',
  'number',
  'kind',
  'state',
  'totalAmount',
  'currency',
  'orders.createdAt',
  'email',
] as const;

/** Finds orders by number, id or the start of it, or a provider's id of a payment, subscription or refund. */
export async function findOrders(db: Database, query: string) {
  const orders = db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select(orderColumns)
    .orderBy('orders.id', 'desc')
    .limit(maxResults);
  const number = readOrderNumber(query);
  const numbered = number === null ? [] : await orders.where('number', '=', number).execute();
  if (numbered.length > 0) return numbered;
  const ids = idRange(query);
  if (ids !== null) return orders.where((order) => order.between('orders.id', ids.from, ids.until)).execute();
  const named = await ordersOfProvider(db, query);
  return named.length === 0 ? [] : orders.where('orders.id', 'in', named).execute();
}

/** Returns the orders that a provider's id belongs to: of a transaction, order, subscription, refund or ledger entry. */
async function ordersOfProvider(db: Database, query: string): Promise<readonly string[]> {
  if (!/^[\w-]{1,100}$/.test(query)) return [];
  const found = await Promise.all([
    db.selectFrom('orders').select('id').where('paddleTransactionId', '=', query).execute(),
    db.selectFrom('orders').select('id').where('coingateOrderId', '=', query).execute(),
    db
      .selectFrom('subscriptions')
      .select('orderId as id')
      .where('paddleSubscriptionId', '=', query)
      .execute(),
    db.selectFrom('refunds').select('orderId as id').where('adjustmentId', '=', query).execute(),
    // All values of the columns before it, so that the unique index applies.
    db
      .selectFrom('ledgerEntries')
      .select('orderId as id')
      .where('provider', 'in', ['paddle', 'coingate'])
      .where('kind', 'in', ['payment', 'refund', 'chargeback', 'chargeback_reversal'])
      .where('reference', '=', query)
      .limit(maxResults)
      .execute(),
  ]);
  return [...new Set(found.flat().flatMap(({ id }) => (id === null ? [] : [id])))];
}

/** Finds tickets by their id, the start or the last eight digits of it, or the start of the email of a sender without an account. */
export function findTickets(db: Database, query: string) {
  const tickets = db
    .selectFrom('supportTickets as ticket')
    .leftJoin('users', 'users.id', 'ticket.userId')
    .select(['ticket.id', 'subject', 'state', 'changedAt', 'users.email', 'ticket.email as writer'])
    .limit(maxResults);
  const ids = idRange(query);
  if (ids !== null)
    return tickets
      .where((ticket) =>
        ticket.or([
          ticket.between('ticket.id', ids.from, ids.until),
          sql<boolean>`right(ticket.id::text, 8) = ${query.toLowerCase()}`,
        ]),
      )
      .orderBy('ticket.id', 'desc')
      .execute();
  return tickets
    .where('ticket.email', 'is not', null)
    .where((ticket) => startsWith(ticket.ref('ticket.email'), query.toLowerCase()))
    .orderBy((ticket) => byBytes(ticket.ref('ticket.email')))
    .execute();
}

/** Finds gateways by id or the start of it, IP address, location code, or the start of their city or country. */
export async function findGateways(db: Database, query: string) {
  const gateways = db
    .selectFrom('gateways')
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select(['id', 'locationCode', 'city', 'countryName', 'ipv4', 'ipv6', 'retiredAt'])
    .orderBy('gateways.createdAt');
  const ids = idRange(query);
  if (ids !== null) {
    return gateways
      .where((gateway) => gateway.between('id', ids.from, ids.until))
      .limit(maxResults)
      .execute();
  }
  const wanted = query.toLowerCase();
  const all = await gateways.where('retiredAt', 'is', null).execute();
  return all
    .filter(
      ({ ipv4, ipv6, locationCode, city, countryName }) =>
        ipv4 === wanted ||
        ipv6 === wanted ||
        [locationCode, city, countryName].some((name) => name.toLowerCase().startsWith(wanted)),
    )
    .slice(0, maxResults);
}

/** Finds exits in service by id. */
export async function findExits(db: Database, query: string) {
  if (!isId(query)) return [];
  return db
    .selectFrom('exits')
    .select(['id', 'country', 'cityName'])
    .where('id', '=', query)
    .where('withdrawnAt', 'is', null)
    .execute();
}

/** Finds providers by id or host name. */
export function findUpstreams(db: Database, query: string) {
  return db
    .selectFrom('upstreams')
    .select(['id', 'host', 'countries'])
    .where((upstream) =>
      isId(query) ? upstream('id', '=', query) : upstream('host', '=', query.toLowerCase()),
    )
    .limit(maxResults)
    .execute();
}

interface Range {
  readonly from: string;
  readonly until: string;
}

/** Ids that start with `query`; null if it is no id or too short a part of one. */
function idRange(query: string): Range | null {
  const digits = query.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f-]+$/i.test(query) || digits.length < minIdPrefixLength || digits.length > 32) return null;
  return { from: digits.padEnd(32, '0'), until: digits.padEnd(32, 'f') };
}
