import type { StoredOrder } from '../../orders/index.ts';
import { adjustmentsOf, type ProviderEvent, paymentReversalOf } from '../../subscription/index.ts';
import type { Payment } from './events.store.ts';

/** An order as the provider's events describe it. */
export interface OrderFacts {
  readonly order: Pick<
    StoredOrder,
    | 'item'
    | 'totalAmount'
    | 'currency'
    | 'couponCode'
    | 'paddlePriceId'
    | 'paddleDiscountId'
    | 'endsWithAdjustment'
  >;
  readonly payment: Payment;
  /** All events of the order, the oldest first. */
  readonly events: readonly ProviderEvent[];
}

/** The provider's state of a one-time order's payment. */
export interface Settlement {
  readonly paidAt: Date;
  /** In the minor unit. */
  readonly tax: number | null;
  readonly refundedAt: Date | null;
}

export type OrderStep =
  | { readonly kind: 'record-ledger' }
  /** Stores refunds, and notifies the customer of new ones and of decisions. */
  | { readonly kind: 'record-refunds' }
  /** The payment gives no entitlement until an operator has reviewed it. */
  | { readonly kind: 'report-mismatch' }
  | { readonly kind: 'record-cards' }
  /** Expires the order if its checkout ended unpaid. */
  | { readonly kind: 'end-checkout' }
  /** Decides once whether the plan would be a second one. */
  | { readonly kind: 'refuse-second-plan' }
  /** Decides once whether the coupon's last use was taken by others. */
  | { readonly kind: 'settle-coupon' }
  /** Derives the subscription; one whose payment is returned gives no days. */
  | { readonly kind: 'apply-events' }
  /** Cancels the subscription at the provider, because an operator's partial refund ends it. */
  | { readonly kind: 'end-subscription' }
  /** The mailbox has used its free trial. */
  | { readonly kind: 'confirm-trial' }
  | { readonly kind: 'settle-plan-changes' }
  /** Gives free days for a first payment, and derives the subscription again: they move the next payment. */
  | { readonly kind: 'settle-referral' }
  | { readonly kind: 'queue-receipts' }
  /** Delivers, revokes or restores what a one-time order bought. */
  | { readonly kind: 'settle-purchase'; readonly settlement: Settlement }
  | { readonly kind: 'return-payments' };

/** The steps that bring an order up to date, in order. They do not depend on which event is new, and repeating them changes nothing. */
export function orderPlan(facts: OrderFacts): readonly OrderStep[] {
  const recorded: readonly OrderStep[] = [{ kind: 'record-ledger' }, { kind: 'record-refunds' }];
  // Prevents paying the price of another plan, or with another coupon's discount, through a manipulated checkout.
  if (!isAsOrdered(facts)) return [...recorded, { kind: 'report-mismatch' }];
  const isSubscription = facts.order.item.kind === 'subscription';
  return [
    ...recorded,
    { kind: 'record-cards' },
    { kind: 'end-checkout' },
    ...(isSubscription ? subscriptionSteps(facts) : purchaseSteps(facts)),
  ];
}

function subscriptionSteps(facts: OrderFacts): readonly OrderStep[] {
  const { payment, events } = facts;
  const isPaid = paymentOfOrder(payment, events) !== null;
  const isCanceled = events.some(
    (event) => event.type === 'subscription_changed' && event.status === 'canceled',
  );
  return [
    ...only(
      events.some(({ type }) => type === 'payment_completed'),
      { kind: 'refuse-second-plan' },
    ),
    ...only(isPaid, { kind: 'settle-coupon' }),
    { kind: 'apply-events' },
    ...only(endedByRefund(facts) !== null && !isCanceled, { kind: 'end-subscription' }),
    ...only(isPaid, { kind: 'confirm-trial' }),
    { kind: 'settle-plan-changes' },
    { kind: 'settle-referral' },
    // After the free days: the receipt shows the date that they moved.
    { kind: 'queue-receipts' },
    { kind: 'return-payments' },
  ];
}

/** Of a one-time order. A plan change is settled with the order that created the subscription. */
function purchaseSteps(facts: OrderFacts): readonly OrderStep[] {
  const { order, payment, events } = facts;
  const paid = paymentOfOrder(payment, events);
  if (paid === null || order.item.kind === 'plan_change') return [{ kind: 'queue-receipts' }];
  if (paid.amount < order.totalAmount) return [{ kind: 'queue-receipts' }, { kind: 'report-mismatch' }];
  const settlement = {
    paidAt: new Date(paid.at),
    tax: paid.tax,
    refundedAt: paymentReversalOf(adjustmentsOf(events), paid)?.at ?? endedByRefund(facts),
  };
  return [{ kind: 'queue-receipts' }, { kind: 'settle-purchase', settlement }, { kind: 'return-payments' }];
}

/** When the partial refund that ends the order was approved; null while it was not. */
function endedByRefund({ order, events }: OrderFacts): Date | null {
  const ending = adjustmentsOf(events).find(({ adjustmentId }) => adjustmentId === order.endsWithAdjustment);
  return ending?.status === 'approved' ? ending.decidedAt : null;
}

function only(condition: boolean, step: OrderStep): readonly OrderStep[] {
  return condition ? [step] : [];
}

/** Returns the event of the order's own payment; null while it is unpaid. */
function paymentOfOrder({ transactionId }: Payment, events: readonly ProviderEvent[]) {
  const found = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
  );
  return found?.type === 'payment_completed' ? found : null;
}

/** Whether the order is unpaid, or paid for the product and price that were ordered. */
function isAsOrdered({ order, payment, events }: OrderFacts): boolean {
  const paid = paymentOfOrder(payment, events);
  if (paid === null) return true;
  if (payment.provider === 'coingate')
    return paid.amount >= order.totalAmount && paid.currency === order.currency;
  return (
    paid.priceIds.length === 1 &&
    paid.priceIds[0] === order.paddlePriceId &&
    hasDiscountOfOrder(order, paid.discountId ?? null)
  );
}

/**
 * Whether a plan was paid without a discount or with the order's own. The amount does not show that: Paddle may convert it, and add or
 * include tax. That of a one-time order is compared when it is settled.
 */
function hasDiscountOfOrder(order: OrderFacts['order'], discountId: string | null): boolean {
  if (discountId === null || order.item.kind !== 'subscription') return true;
  // Opened by a release that did not store the discount of the coupon.
  if (order.paddleDiscountId === null && order.couponCode !== null) return true;
  return discountId === order.paddleDiscountId;
}
