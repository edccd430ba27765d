import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import {
  dollars,
  recordOperatorAction,
  readArguments,
  readIf,
  readMoney,
  type CommandArguments,
} from '../../operator-commands/index.ts';
import { cryptoFeeOf, orderIdOf, type StoredOrder } from '../../orders/index.ts';
import { storeEvent } from '../inbox/inbox.ts';

/**
 * Runs `refund-crypto ORDER [--amount 10.00 [--once WORD]]`: records the refund of a crypto order, without the fee, or a part of it. The
 * operator sends the coins manually at CoinGate, to an address that the customer has given: its API refunds only to an address that it has
 * verified with the receiver's name, which we do not collect. Concurrent calls never record more than was paid; a repeat of a whole refund,
 * or of a part with the same word, reports that.
 */
export async function refundCryptoCommand(
  deps: { readonly db: Database; readonly clock: Clock; readonly operator: string },
  args: CommandArguments,
): Promise<string> {
  const { named, options } = readArguments(args, { positions: ['ORDER'], options: ['amount', 'once'] });
  const orderId = await orderIdOf(deps.db, named[0] ?? '');
  const given = readIf(options.amount, readMoney) ?? null;
  const { once } = options;
  if (once !== undefined && given === null)
    throw new Error('--once belongs to a partial refund: add --amount 10.00');
  if (once !== undefined && !/^[\w.-]{1,60}$/.test(once))
    throw new Error('Use letters, digits, dots and hyphens in --once');
  return deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined || order.coingateOrderId === null)
      throw new Error('This order was not paid in crypto');
    const { recorded, amounts } = await recordedRefunds(trx, order.coingateOrderId);
    const adjustmentId = idOf(order.id, { once, number: amounts.size + 1 });
    const earlier = amounts.get(adjustmentId);
    if (earlier !== undefined)
      return `${dollars(earlier)} ${order.currency} is already recorded as refunded. Nothing was changed.`;
    if (order.state === 'refunded') throw new Error('This order is already recorded as refunded');
    if (order.state !== 'paid') throw new Error(`This order is ${order.state}, not paid`);
    const paid = order.totalAmount - (cryptoFeeOf(order.lines) ?? 0);
    const left = paid - recorded;
    if (left <= 0) throw new Error('This order is already recorded as refunded');
    const amount = given ?? left;
    if (amount > left)
      throw new Error(
        `At most ${dollars(left)} of the ${dollars(paid)} without the fee can still be refunded`,
      );
    await record(deps, trx, order, {
      adjustmentId,
      transactionId: order.coingateOrderId,
      ...{ amount, isWhole: amount === left },
    });
    const effect = amount === left ? 'What it paid for ends now.' : 'What it paid for stays.';
    return `Recorded ${dollars(amount)} ${order.currency} as refunded. ${effect}`;
  });
}

/** The id of a recorded refund: of a part with a word that records it once, else of the order's only refund or numbered one. */
function idOf(orderId: string, part: { readonly once: string | undefined; readonly number: number }): string {
  if (part.once !== undefined) return `crypto-refund:${orderId}:once:${part.once}`;
  return part.number === 1 ? `crypto-refund:${orderId}` : `crypto-refund:${orderId}:${part.number}`;
}

/** Returns whether a part with this word was recorded for a CoinGate order. */
export async function wasCryptoRefundRecorded(
  { db }: { readonly db: Database },
  transactionId: string,
  once: string,
): Promise<boolean> {
  const { amounts } = await recordedRefunds(db, transactionId);
  return [...amounts.keys()].some((id) => id.endsWith(`:once:${once}`));
}

/** The sum of the refunds that were recorded for a CoinGate order, also those that are not processed yet, and the amount of each by its id. */
async function recordedRefunds(db: Database | DatabaseTransaction, transactionId: string) {
  const events = await db
    .selectFrom('providerEvents')
    .select(['eventId', 'event'])
    .where('provider', '=', 'coingate')
    .where('transactionId', '=', transactionId)
    .where('eventType', '=', 'refund.recorded')
    .execute();
  const amounts = new Map(
    events.map(({ eventId, event }) => [eventId, (event as { readonly amount: number }).amount]),
  );
  return { amounts, recorded: [...amounts.values()].reduce((sum, amount) => sum + amount, 0) };
}

async function record(
  deps: { readonly clock: Clock; readonly operator: string },
  trx: DatabaseTransaction,
  order: Pick<StoredOrder, 'number' | 'currency' | 'userId'>,
  refund: {
    readonly adjustmentId: string;
    readonly transactionId: string;
    readonly amount: number;
    readonly isWhole: boolean;
  },
): Promise<void> {
  const { operator } = deps;
  const now = deps.clock.now();
  const { adjustmentId, transactionId, amount, isWhole } = refund;
  const { number, currency, userId } = order;
  await recordOperatorAction(trx, {
    operator,
    action: 'refund',
    userId,
    details: { order: number, amount },
    now,
  });
  const about = { transactionId, subscriptionId: null };
  await storeEvent(
    { db: trx, clock: deps.clock },
    'coingate',
    {
      ...{ ...about, eventId: adjustmentId, eventType: 'refund.recorded', occurredAt: now },
      event: {
        ...about,
        ...{
          type: 'payment_adjusted',
          at: now.toISOString(),
          adjustmentId,
          action: 'refund',
          status: 'approved',
        },
        ...{ isWhole, amount, tax: 0, currency },
      },
    },
    { recordedBy: 'operator' },
  );
}
