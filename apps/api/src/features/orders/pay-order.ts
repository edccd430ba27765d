import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import type { Checkout } from '../../platform/paddle/checkout.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { hasAccess, subscribedBefore } from '../subscription/index.ts';
import { lockOrder, type StoredOrder, startProcessing } from './orders.store.ts';

export type PayRefusal =
  | 'not_found'
  | 'email_unverified'
  | 'order_not_payable'
  | 'subscription_exists'
  | PaddleFailure;

export interface PayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly checkout: Checkout;
}

/**
 * Opens the checkout of an order. The order stays locked while Paddle makes the transaction, so that simultaneous calls end up with
 * one; a call that finds a transaction gives it back. The transaction's id is committed before any browser hears of it, which is what
 * lets a notification be believed by that id alone.
 */
export async function payOrder(
  deps: PayDeps,
  given: { readonly user: SignedInUser; readonly orderId: string; readonly method: PaymentMethod },
): Promise<Result<StoredOrder, PayRefusal>> {
  const { user } = given;
  return deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, user.id, given.orderId);
    if (order === null) return err('not_found');
    if (!user.emailVerified) return err('email_unverified');
    const now = deps.clock.now();
    if (order.state !== 'draft' && order.state !== 'processing') return err('order_not_payable');
    if (await hasAccess(trx, user.id, now)) return err('subscription_exists');
    if (order.paddleTransactionId !== null) return ok(order);
    if (given.method === 'crypto') return err('payment_not_started');
    // A trial that was quoted before another order used it up is not offered twice.
    if (hasTrial(order) && (await subscribedBefore(trx, user.id))) return err('order_not_payable');

    const priceId = await priceOf(trx, order);
    if (priceId === null) return err('product_not_found');
    const customer = await customerOf(deps.checkout, trx, user);
    if (!customer.ok) return customer;
    const transaction = await deps.checkout.transaction({
      customerId: customer.value,
      priceId,
      orderId: order.id,
    });
    if (!transaction.ok) return transaction;
    if (!(await holdPayer(trx, user.id, customer.value))) return err('order_not_payable');
    const { method } = given;
    return ok(
      await startProcessing(trx, { id: order.id, method, transactionId: transaction.value, priceId, now }),
    );
  });
}

const hasTrial = ({ item }: StoredOrder): boolean => item.kind === 'subscription' && item.trialDays > 0;

async function priceOf(trx: DatabaseTransaction, order: StoredOrder): Promise<string | null> {
  if (order.item.kind !== 'subscription') return null;
  const plan = await trx
    .selectFrom('plans')
    .select(['paddlePriceId', 'paddleTrialPriceId'])
    .where('id', '=', order.item.planId)
    .executeTakeFirstOrThrow();
  return hasTrial(order) ? plan.paddleTrialPriceId : plan.paddlePriceId;
}

async function customerOf(
  checkout: Checkout,
  trx: DatabaseTransaction,
  user: SignedInUser,
): Promise<Result<string, PaddleFailure>> {
  const known = await trx
    .selectFrom('users')
    .select('paddleCustomerId')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (known.paddleCustomerId !== null) return ok(known.paddleCustomerId);
  return checkout.customer(user.email);
}

/**
 * Notes who pays, as the last thing before the checkout is known to anyone: the account stays locked for that moment only, and a
 * deletion never waits for Paddle. False when the account was deleted meanwhile; what Paddle made then is never opened.
 */
async function holdPayer(trx: DatabaseTransaction, userId: string, customerId: string): Promise<boolean> {
  const held = await trx
    .updateTable('users')
    .set({ paddleCustomerId: customerId })
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}
