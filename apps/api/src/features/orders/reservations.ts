import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { HashMailbox } from '../../platform/keys/keyed-hashes.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import { type CouponRefusal, reserveCoupon } from '../coupons/index.ts';
import { claimBenefit, mailboxHashOf } from '../mailbox-benefits/index.ts';
import { subscribedBefore } from '../subscription/index.ts';
import { closeCheckout } from './abandon-checkouts.ts';
import { abandonOrder } from './move-order.ts';
import { lockOthers, type StoredOrder } from './orders.store.ts';

/** Kinds of which a customer can pay one order at a time: an open order of these reserves stock or benefits that others may wait for. */
const exclusive: ReadonlySet<StoredOrder['kind']> = new Set(['subscription', 'dedicated_ip']);

/** Closes the customer's other open checkouts of the same kind. A payment that still arrives is honoured. */
export async function closeOtherCheckouts(
  deps: { readonly jobs: JobQueue },
  trx: DatabaseTransaction,
  order: StoredOrder,
): Promise<void> {
  if (!exclusive.has(order.kind)) return;
  for (const other of await lockOthers(trx, order)) {
    await abandonOrder(trx, other, { step: 'lapse' });
    const { paddleTransactionId: transactionId } = other;
    if (transactionId !== null) await deps.jobs.enqueue(trx, closeCheckout, { transactionId });
  }
}

/**
 * Reserves the use of an order's coupon; returns the refusal if that fails. Call it last: the coupon stays locked for all customers until
 * the transaction ends.
 */
export async function reserveCouponUse(
  trx: DatabaseTransaction,
  order: StoredOrder,
  now: Date,
): Promise<CouponRefusal | 'coupon_unknown' | null> {
  const { couponCode, item, userId } = order;
  if (couponCode === null || item.kind !== 'subscription') return null;
  const isNew = !(await subscribedBefore(trx, userId));
  const use = { code: couponCode, planId: item.planId, orderId: order.id };
  return reserveCoupon(trx, { ...use, userId, isNew, now });
}

/** Reserves the free trial of an order for its mailbox; false if another order has it. */
export async function reserveTrial(
  { hashMailbox }: { readonly hashMailbox: HashMailbox },
  trx: DatabaseTransaction,
  { id: orderId, userId, item }: StoredOrder,
  now: Date,
): Promise<boolean> {
  if (item.kind !== 'subscription' || item.trialDays === 0) return true;
  const mailboxHash = await mailboxHashOf(trx, userId, hashMailbox);
  return claimBenefit(trx, { kind: 'trial', mailboxHash, userId, now }, { orderId });
}

/**
 * Stores the payer, late in the transaction that publishes the checkout: the account is locked only briefly, and a deletion never waits for
 * the provider. Returns false if the account was deleted meanwhile; the provider's checkout is then never opened.
 */
export async function storePayer(
  trx: DatabaseTransaction,
  userId: string,
  paddleCustomerId: string | undefined,
): Promise<boolean> {
  const held = await trx
    .updateTable('users')
    .set((set) => ({ paddleCustomerId: paddleCustomerId ?? set.ref('paddleCustomerId') }))
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}
