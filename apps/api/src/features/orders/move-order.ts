import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { PaymentMethod, PaymentProvider } from '../../platform/database/schema.ts';
import { releaseCoupon } from '../coupons/index.ts';
import { releaseBenefit } from '../mailbox-benefits/index.ts';
import { releaseAddress } from '../dedicated-ips/index.ts';
import type { StoredOrder } from './orders.store.ts';

/** An order's state with the data of that state. */
export type OrderStatus =
  | { readonly state: 'draft' }
  | {
      readonly state: 'processing';
      readonly method: PaymentMethod;
      readonly provider: PaymentProvider;
      readonly since: Date;
    }
  | { readonly state: 'paid'; readonly at: Date }
  | { readonly state: 'failed'; readonly reason: string }
  /** `reason`: the customer canceled it at the provider. */
  | { readonly state: 'expired'; readonly reason?: 'canceled' | undefined }
  | { readonly state: 'refunded'; readonly at: Date };

/** The events that change an order's state. */
export type OrderStep =
  /** A checkout was opened at a provider. */
  | {
      readonly step: 'open';
      readonly method: PaymentMethod;
      readonly provider: PaymentProvider;
      readonly at: Date;
    }
  | { readonly step: 'pay'; readonly at: Date }
  /** The provider has given the payment up; `reason` is the provider's code. */
  | { readonly step: 'fail'; readonly reason: string }
  /** It was not paid in time, another order replaced it, or the customer canceled it at the provider (`reason`). */
  | { readonly step: 'lapse'; readonly reason?: 'canceled' }
  | { readonly step: 'refund'; readonly at: Date }
  /** A bank returned a reversed payment; `at` is when the order was paid. */
  | { readonly step: 'restore'; readonly at: Date };

/**
 * Returns an order's state after a step; null if the step changes nothing in this state. Payments take precedence: a payment that arrives
 * after the order was given up is honoured, and a refunded order stays refunded until a bank returns the payment.
 */
export function transition(from: OrderStatus, step: OrderStep): OrderStatus | null {
  switch (from.state) {
    case 'draft':
      if (step.step === 'open') {
        return { state: 'processing', method: step.method, provider: step.provider, since: step.at };
      }
      return step.step === 'lapse' ? { state: 'expired' } : null;
    case 'processing':
      if (step.step === 'pay') return { state: 'paid', at: step.at };
      if (step.step === 'fail') return { state: 'failed', reason: step.reason };
      return step.step === 'lapse' ? { state: 'expired', reason: step.reason } : null;
    case 'failed':
    case 'expired':
      return step.step === 'pay' ? { state: 'paid', at: step.at } : null;
    case 'paid':
      return step.step === 'refund' ? { state: 'refunded', at: step.at } : null;
    case 'refunded':
      return step.step === 'restore' ? { state: 'paid', at: step.at } : null;
  }
}

/** Applies a step to an order, which must be locked. Returns false if the step changes nothing. */
export async function moveOrder(
  trx: DatabaseTransaction,
  order: StoredOrder,
  step: OrderStep,
): Promise<boolean> {
  const next = transition(statusOf(order), step);
  if (next === null) return false;
  await trx.updateTable('orders').set(columnsOf(next)).where('id', '=', order.id).execute();
  return true;
}

/** Abandons an unpaid order: what it reserved becomes available again. The order must be locked. */
export async function abandonOrder(
  trx: DatabaseTransaction,
  order: StoredOrder,
  step: Extract<OrderStep, { step: 'lapse' | 'fail' }>,
): Promise<boolean> {
  const moved = await moveOrder(trx, order, step);
  if (!moved) return false;
  await releaseAddress(trx, order.id);
  await releaseCoupon(trx, order.id);
  await releaseBenefit(trx, { kind: 'trial', orderId: order.id });
  return true;
}

/** Abandons an order whose checkout was not completed; an order paid meanwhile stays as it is. */
export async function expireOrder(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (order !== undefined) await abandonOrder(trx, order, { step: 'lapse' });
  });
}

function statusOf(order: StoredOrder): OrderStatus {
  const { method, provider, createdAt } = order;
  switch (order.state) {
    case 'draft':
    case 'expired':
      return { state: order.state };
    case 'processing':
      return {
        state: 'processing',
        method: method ?? 'card',
        provider: provider ?? 'paddle',
        since: order.processingAt ?? createdAt,
      };
    case 'paid':
      return { state: 'paid', at: order.paidAt ?? createdAt };
    case 'failed':
      return { state: 'failed', reason: order.failure ?? '' };
    case 'refunded':
      return { state: 'refunded', at: order.refundedAt ?? createdAt };
  }
}

function columnsOf(status: OrderStatus) {
  switch (status.state) {
    case 'draft':
      return { state: status.state };
    case 'expired':
      return { state: status.state, failure: status.reason ?? null };
    case 'processing':
      return {
        state: status.state,
        method: status.method,
        provider: status.provider,
        processingAt: status.since,
      };
    case 'paid':
      return { state: status.state, paidAt: status.at, refundedAt: null, failure: null };
    case 'failed':
      return { state: status.state, failure: status.reason };
    case 'refunded':
      return { state: status.state, refundedAt: status.at };
  }
}
