import { readArguments, recordOperatorAction, type CommandArguments } from '../operator-commands/index.ts';
import { orderIdOf } from '../orders/index.ts';
import { fetchOrder } from '../payments/index.ts';
import type { SupportDeps } from './deps.ts';

/** Runs `orders fetch ORDER`: reads the order's payment at its provider and processes the reply. */
export async function fetchOrderCommand(deps: SupportDeps, args: CommandArguments): Promise<string> {
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
