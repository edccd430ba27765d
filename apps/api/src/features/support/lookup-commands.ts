import { utcMinute } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { byBytes, startsWith } from '../../platform/database/text-prefix.ts';
import {
  isId,
  readArguments,
  table,
  type CommandArguments,
  recordOperatorAction,
} from '../operator-commands/index.ts';
import { orderIdOf, readOrderNumber } from '../orders/index.ts';
import type { SupportDeps } from './deps.ts';
import { fetchOrder } from '../payments/index.ts';

const maxRows = 100;
/** A shorter prefix would match most accounts. */
const minPrefixLength = 3;
const time = (at: Date | null) => (at === null ? '-' : utcMinute(at));
const money = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`;

/** Runs `customers find TEXT`: finds accounts, including deleted ones, by the start of their email, by id or by the number of an order. */
export async function findCustomers(
  { db }: Pick<SupportDeps, 'db'>,
  args: CommandArguments,
): Promise<string> {
  const [given = ''] = readArguments(args, { positions: ['TEXT'], options: [] }).named;
  const wanted = given.trim();
  if (wanted.length < minPrefixLength)
    throw new Error(
      `Enter at least ${minPrefixLength} characters of the start of the email, the full ID or an order number`,
    );
  const found = await findAccounts(db, wanted);
  return table(
    ['email', 'id', 'since', 'state'],
    found.map(({ email, id, createdAt, verifiedAt, deletedAt, bannedAt }) => [
      ...[email, id, time(createdAt)],
      deletedAt !== null
        ? 'deleted'
        : bannedAt !== null
          ? 'banned'
          : verifiedAt === null
            ? 'email not confirmed'
            : 'active',
    ]),
  );
}

async function findAccounts(db: Database, wanted: string) {
  const accounts = db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt', 'verifiedAt', 'deletedAt', 'bannedAt'])
    .limit(maxRows);
  if (isId(wanted)) return accounts.where('id', '=', wanted).execute();
  const number = readOrderNumber(wanted);
  const buyer = db.selectFrom('orders').select('userId').where('number', '=', number);
  const found = number === null ? [] : await accounts.where('id', 'in', buyer).execute();
  if (found.length > 0) return found;
  return accounts
    .where((of) => startsWith(of.ref('email'), wanted.toLowerCase()))
    .orderBy((of) => byBytes(of.ref('email')))
    .execute();
}

/** Runs `orders list [--of EMAIL]` (the latest hundred orders) , `orders show ORDER` (every payment and refund) and `orders fetch ORDER`. */
export async function ordersCommand(deps: SupportDeps, [verb, ...args]: CommandArguments): Promise<string> {
  if (verb === 'list') return listOrders(deps, args);
  if (verb === 'show') return showOrder(deps, args);
  if (verb === 'fetch') return fetchOrderCommand(deps, args);
  throw new Error('Use orders list, orders list --of EMAIL, or orders show|fetch ORDER');
}

async function listOrders({ db }: SupportDeps, args: CommandArguments): Promise<string> {
  const { options } = readArguments(args, { positions: [], options: ['of'] });
  const userIds = await accountsOf(db, options.of);
  const orders = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .select([
      'orders.number',
      'kind',
      'state',
      'totalAmount',
      'currency',
      'method',
      'orders.createdAt',
      'email',
    ])
    .$if(userIds !== null, (query) => query.where('userId', 'in', userIds ?? []))
    // Ids ascend by time (UUIDv7).
    .orderBy('orders.id', 'desc')
    .limit(maxRows)
    .execute();
  return table(
    ['order', 'kind', 'customer', 'state', 'total', 'paid by', 'created'],
    orders.map(({ number, kind, email, state, totalAmount, currency, method, createdAt }) => [
      ...[number, kind, email, state, money(totalAmount, currency), method ?? '-', time(createdAt)],
    ]),
  );
}

async function showOrder({ db }: SupportDeps, args: CommandArguments): Promise<string> {
  const [named = ''] = readArguments(args, { positions: ['ORDER'], options: [] }).named;
  const id = await orderIdOf(db, named);
  const entries = await db
    .selectFrom('ledgerEntries')
    .select(['kind', 'reference', 'amount', 'currency', 'happenedAt'])
    .where('orderId', '=', id)
    .orderBy('happenedAt')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['adjustmentId', 'state', 'askedAt'])
    .where('orderId', '=', id)
    .execute();
  return table(
    ['what', 'reference', 'amount or state', 'when'],
    [
      ...entries.map(({ kind, reference, amount, currency, happenedAt }) => [
        ...[kind, reference ?? '-', money(amount, currency), time(happenedAt)],
      ]),
      ...refunds.map(({ adjustmentId, state, askedAt }) => [
        'refund requested',
        adjustmentId,
        state,
        time(askedAt),
      ]),
    ],
  );
}

/** Runs `audit [--of EMAIL]`: the latest hundred manual actions, by command or in the console; for one account also the page views. */
export async function auditCommand({ db }: SupportDeps, args: CommandArguments): Promise<string> {
  const { options } = readArguments(args, { positions: [], options: ['of'] });
  const userIds = await accountsOf(db, options.of);
  const done = await db
    .selectFrom('operatorActions')
    .leftJoin('users', 'users.id', 'operatorActions.userId')
    .select(['doneAt', 'operator', 'action', 'email', 'details'])
    // Console page views would displace the actions.
    .$if(userIds === null, (query) => query.where('action', '!=', 'operator_read'))
    .$if(userIds !== null, (query) => query.where('userId', 'in', userIds ?? []))
    .orderBy('operatorActions.id', 'desc')
    .limit(maxRows)
    .execute();
  return table(
    ['when', 'who', 'what', 'about', 'details'],
    done.map(({ doneAt, operator, action, email, details }) => [
      ...[time(doneAt), operator, action, email ?? '-', JSON.stringify(details)],
    ]),
  );
}

/** Returns every account with an address or id, including deleted ones; null without a name. Throws where there is no such account. */
async function accountsOf(db: Database, named: string | undefined): Promise<readonly string[] | null> {
  if (named === undefined) return null;
  const column = isId(named) ? 'id' : 'email';
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(column, '=', named.trim().toLowerCase())
    .execute();
  if (found.length === 0) throw new Error(`There is no account ${named}`);
  return found.map(({ id }) => id);
}

/** Runs `orders fetch ORDER`: reads the order's payment at its provider and processes the reply. */
async function fetchOrderCommand(deps: SupportDeps, args: CommandArguments): Promise<string> {
  const [named = ''] = readArguments(args, { positions: ['ORDER'], options: [] }).named;
  const orderId = await orderIdOf(deps.db, named);
  const reply = await fetchOrder(deps, orderId);
  const order = await deps.db
    .selectFrom('orders')
    .select(['number', 'state', 'userId'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const { number, state, userId } = order;
  await deps.db.transaction().execute((trx) =>
    recordOperatorAction(trx, {
      ...{ operator: deps.operator, action: 'fetch_from_provider', userId },
      ...{ details: { order: number, reply }, now: deps.clock.now() },
    }),
  );
  if (reply === 'queued') return `CoinGate is queried about order ${number}. Reload the order in a moment.`;
  return `Paddle’s answer about order ${number}: ${reply}. The order is ${state}.`;
}
