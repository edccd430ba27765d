import { utcMinute } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { isId, readArguments, table, type CommandArguments } from '../operator/index.ts';
import { hasOrder, orderIdOf } from '../orders/index.ts';
import type { SupportDeps } from './deps.ts';
import { fetchOrderCommand } from './fetch-order.ts';

const maxRows = 100;
/** A shorter part would match most accounts. */
const minPartLength = 3;
const time = (at: Date | null) => (at === null ? '-' : utcMinute(at));
const money = (amount: number, currency: string) => `${(amount / 100).toFixed(2)} ${currency}`;

/** Runs `customers find TEXT`: finds accounts, including deleted ones, by a part of their email, by id or by the number of an order. */
export async function findCustomers(
  { db }: Pick<SupportDeps, 'db'>,
  args: CommandArguments,
): Promise<string> {
  const [given = ''] = readArguments(args, { positions: ['TEXT'], options: [] }).named;
  const wanted = given.trim();
  if (wanted.length < minPartLength)
    throw new Error(
      `Enter at least ${minPartLength} characters of the email, the full ID or an order number`,
    );
  const like = `%${wanted.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = await db
    .selectFrom('users')
    .select(['id', 'email', 'createdAt', 'verifiedAt', 'deletedAt', 'bannedAt'])
    .where((of) =>
      isId(wanted) ? of('id', '=', wanted) : of.or([of('email', 'like', like), hasOrder(wanted)]),
    )
    .orderBy('createdAt', 'desc')
    .limit(maxRows)
    .execute();
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
    .orderBy('orders.createdAt', 'desc')
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
