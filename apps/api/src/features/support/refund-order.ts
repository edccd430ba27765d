import { ok } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { dollars, recordAction, readArguments, type CommandArguments } from '../operator/index.ts';
import { orderIdOf, toCall, withOrderClaim } from '../orders/index.ts';
import {
  adjustmentEvent,
  applyProviderEvents,
  ensureRefund,
  lockRoot,
  type RequestedRefund,
} from '../payments/index.ts';
import type { SupportDeps } from './deps.ts';

/**
 * Runs `refund ORDER`: requests a refund of the latest payment of an order from Paddle, regardless of its age. Returns a sentence about the
 * result, or that there is a refund already; throws one about what the operator has to do otherwise.
 */
export async function refundOrder(deps: SupportDeps, args: CommandArguments): Promise<string> {
  const [named = ''] = readArguments(args, { positions: ['ORDER'], options: [] }).named;
  const id = await orderIdOf(deps.db, named);
  const requested = await withOrderClaim<
    Payment,
    Payment,
    RequestedRefund & { readonly number: string },
    PaddleFailure
  >(deps.db, {
    lock: async (trx) => ok(await lockPayment(trx, id)),
    begin: (_, payment) => Promise.resolve(toCall(payment)),
    async work(payment, claim) {
      const { orderId, transactionId } = payment;
      const reason = 'Requested by support';
      const answer = await ensureRefund(deps.billing, claim, { transactionId, reason });
      if (!answer.ok) return answer;
      await deps.db.transaction().execute(async (trx) => {
        const answers = [adjustmentEvent(answer.value.adjustment)];
        await applyProviderEvents(deps, trx, orderId, answers, deps.clock.now());
        await recordRefund(deps, trx, { payment, refund: answer.value });
      });
      return ok({ ...answer.value, number: payment.number });
    },
  });
  if (!requested.ok) throw new Error(`Paddle rejected the refund: ${requested.error}`);
  const { number, adjustment, isNew } = requested.value;
  return sentenceOf(number, adjustment, isNew);
}

function sentenceOf(
  number: string,
  { totals, status, id: adjustmentId }: Adjustment,
  isNew: boolean,
): string {
  const amount = dollars(Number(totals.total));
  if (isNew)
    return `Requested a refund of ${amount} for order ${number} from Paddle: ${status} (${adjustmentId}).`;
  const state = status === 'approved' ? 'is already refunded' : 'already has a refund';
  return `Order ${number} ${state}: ${amount}, ${status} (${adjustmentId}). Nothing was changed.`;
}

/**
 * Adds one audit entry per refund, even if it is requested repeatedly; it notes where the refund was requested before, by the customer or
 * by a process that crashed.
 */
async function recordRefund(
  { operator, clock }: SupportDeps,
  trx: DatabaseTransaction,
  done: { readonly payment: Payment; readonly refund: RequestedRefund },
): Promise<void> {
  const { adjustment, isNew } = done.refund;
  const details = {
    order: done.payment.number,
    adjustment: adjustment.id,
    ...(isNew ? {} : { wasRequestedBefore: true }),
  };
  const noted = await trx
    .selectFrom('operatorActions')
    .select('id')
    .where('action', '=', 'refund')
    .where('userId', '=', done.payment.userId)
    .where(sql<boolean>`details ->> 'adjustment' = ${adjustment.id}`)
    .executeTakeFirst();
  if (noted !== undefined) return;
  const { userId } = done.payment;
  await recordAction(trx, { operator, action: 'refund', userId, details, now: clock.now() });
}

interface Payment {
  /** Of the refunded order. */
  readonly number: string;
  /** The order that holds the refund: for a plan change, the order that created the subscription. */
  readonly orderId: string;
  readonly userId: string;
  readonly transactionId: string;
}

/** Returns the latest payment of an order; locks the order that holds the refund. */
async function lockPayment(trx: DatabaseTransaction, id: string): Promise<Payment> {
  const order = await trx
    .selectFrom('orders')
    .select(['number', 'userId', 'provider'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (order === undefined) throw new Error(`There is no order ${id}`);
  if (order.provider === 'coingate')
    throw new Error('Send crypto refunds manually, then record them with refund-crypto');
  const orderId = await lockRoot(trx, id);
  const payment = await trx
    .selectFrom('ledgerEntries')
    .select('reference')
    .where('orderId', '=', id)
    .where('kind', '=', 'payment')
    .orderBy('happenedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined || payment.reference === null) throw new Error('Nothing was paid for this order');
  const { number, userId } = order;
  return { number, orderId, userId, transactionId: payment.reference };
}
