import { err, ok } from '@comet/foundation';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { recordOperatorAction } from '../operator-commands/index.ts';
import { toCall, withOrderClaim } from '../orders/index.ts';
import {
  adjustmentEvent,
  applyProviderEvents,
  ensurePartialRefund,
  ensureRefund,
  wasPartRequested,
  endWithRefund,
  lockRoot,
  type RequestedRefund,
  type TooMuch,
} from '../payments/index.ts';
import { refundedOf } from '../refund-requests/index.ts';
import type { SupportDeps } from './deps.ts';

/** A refund that an operator has decided on. */
export interface RefundRequest {
  /** Our id of the order. Its latest payment is refunded. */
  readonly orderId: string;
  /** In the minor unit, tax included; null refunds what is left of the payment. */
  readonly amount: number | null;
  /** Whether what was paid for ends once a partial refund is approved. A refund of the whole payment always ends it. */
  readonly ends: boolean;
  /** Unique to the request: a repetition of a partial refund with the same word refunds nothing. */
  readonly once: string;
}

export type ExecutedRefund = RequestedRefund & { readonly number: string };

/**
 * Requests a refund of the latest payment of an order from Paddle, regardless of its age, and records it with an audit entry. The only place
 * where an operator's refund is executed: concurrent calls for one order run one after the other, so that they never return more than was
 * paid. Throws a sentence for the operator.
 */
export async function executeRefund(deps: SupportDeps, request: RefundRequest): Promise<ExecutedRefund> {
  const requested = await withOrderClaim<Payment, Payment, ExecutedRefund, PaddleFailure | TooMuch>(deps.db, {
    lock: async (trx) => ok(await lockPayment(trx, request.orderId)),
    begin: (_, payment) => Promise.resolve(toCall(payment)),
    async work(payment, claim) {
      const { orderId, transactionId } = payment;
      const { amount, ends, once } = request;
      const refund =
        amount === null
          ? await ensureRefund(deps.billing, claim, { transactionId, reason: 'Requested by support' })
          : await ensurePartialRefund(deps.billing, claim, {
              ...{ transactionId, amount, reason: reasonOf(once) },
              check: () => requireWithinLimit(deps, { transactionId, amount }),
            });
      if (!refund.ok) return err(refund.error);
      const { adjustment } = refund.value;
      await deps.db.transaction().execute(async (trx) => {
        if (ends && adjustment.type !== 'full') await endWithRefund(trx, orderId, adjustment.id);
        await applyProviderEvents(deps, trx, orderId, [adjustmentEvent(adjustment)], deps.clock.now());
        await recordRefund(deps, trx, { payment, refund: refund.value, ends });
      });
      return ok({ ...refund.value, number: payment.number });
    },
  });
  if (requested.ok) return requested.value;
  throw new Error(sentenceOf(requested.error));
}

/**
 * Returns whether a partial refund of a payment with this `--once` word was requested from Paddle before. Throws a sentence if Paddle's
 * list cannot be read.
 */
export async function wasRefundRequested(
  { billing }: Pick<SupportDeps, 'billing'>,
  transactionId: string,
  once: string,
): Promise<boolean> {
  const found = await wasPartRequested(billing, { transactionId, reason: reasonOf(once) });
  if (found.ok) return found.value;
  throw new Error(
    `Whether this refund was made before is unknown, because Paddle’s list could not be read: ${found.error}. Nothing was changed`,
  );
}

/** Identifies a partial refund among those of its payment at Paddle. */
const reasonOf = (once: string): string => `Requested by support (${once})`;

/**
 * Throws a sentence if a part would bring the refunds of its payment above the limit: two operators can have requested parts that are below
 * it each. What is left of a payment is checked before, by the payment.
 */
async function requireWithinLimit(
  { db, secondPersonAbove }: SupportDeps,
  part: { readonly transactionId: string; readonly amount: number },
): Promise<void> {
  if ((await refundedOf(db, part.transactionId)) + part.amount <= secondPersonAbove) return;
  throw new Error(
    `With another refund of the same payment this one is above ${inUnits(secondPersonAbove)}: repeat it, so that a second operator approves it. Nothing was changed`,
  );
}

function sentenceOf(failure: PaddleFailure | TooMuch): string {
  if (typeof failure === 'string') return `Paddle rejected the refund: ${failure}`;
  const { paid, left } = failure;
  return left === 0
    ? `All ${inUnits(paid)} of the payment are refunded or disputed already. Nothing was changed`
    : `At most ${inUnits(left)} of the payment of ${inUnits(paid)} can still be refunded. Nothing was changed`;
}

const inUnits = (amount: number): string => (amount / 100).toFixed(2);

/**
 * Adds one audit entry per refund, even if it is requested repeatedly; it notes where the refund was requested before, by the customer or
 * by a process that crashed.
 */
async function recordRefund(
  { operator, clock }: SupportDeps,
  trx: DatabaseTransaction,
  done: { readonly payment: Payment; readonly refund: RequestedRefund; readonly ends: boolean },
): Promise<void> {
  const { adjustment, isNew } = done.refund;
  const details = {
    order: done.payment.number,
    adjustment: adjustment.id,
    ...(adjustment.type === 'full' ? {} : { amount: Number(adjustment.totals.total), ends: done.ends }),
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
  await recordOperatorAction(trx, { operator, action: 'refund', userId, details, now: clock.now() });
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
