import { recordAction, readArguments, type CommandArguments } from '../../operator/index.ts';
import { cryptoFeeOf, orderIdOf } from '../../orders/index.ts';
import type { Clock } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import { storeEvent } from '../inbox/inbox.ts';

/**
 * Runs `refund-crypto ORDER`: records the refund of a crypto order, without the fee. The operator sends the coins manually at CoinGate, to
 * an address that the customer has given. Recorded once; a repeat reports that.
 */
export async function refundCryptoCommand(
  deps: { readonly db: Database; readonly clock: Clock; readonly operator: string },
  args: CommandArguments,
): Promise<string> {
  const [named = ''] = readArguments(args, { positions: ['ORDER'], options: [] }).named;
  const orderId = await orderIdOf(deps.db, named);
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (order === undefined || order.coingateOrderId === null)
    throw new Error('This order was not paid in crypto');
  if (order.state === 'refunded') throw new Error('This order is already recorded as refunded');
  if (order.state !== 'paid') throw new Error(`This order is ${order.state}, not paid`);
  const now = deps.clock.now();
  const amount = order.totalAmount - (cryptoFeeOf(order.lines) ?? 0);
  const transactionId = order.coingateOrderId;
  const adjustmentId = `crypto-refund:${order.id}`;
  const { operator } = deps;
  await deps.db
    .transaction()
    .execute((trx) =>
      recordAction(trx, { operator, action: 'refund', details: { order: order.number, amount }, now }),
    );
  await storeEvent(
    deps,
    'coingate',
    {
      eventId: adjustmentId,
      eventType: 'refund.recorded',
      occurredAt: now,
      transactionId,
      subscriptionId: null,
      event: {
        type: 'payment_adjusted',
        at: now.toISOString(),
        transactionId,
        subscriptionId: null,
        adjustmentId,
        action: 'refund',
        status: 'approved',
        isWhole: true,
        amount,
        tax: 0,
        currency: order.currency,
      },
    },
    { recordedBy: 'operator' },
  );
  return `Recorded ${(amount / 100).toFixed(2)} ${order.currency} as refunded. What it paid for ends now.`;
}
