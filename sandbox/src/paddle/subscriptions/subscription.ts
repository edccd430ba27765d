import { notFound } from '../api/paddle-error.ts';
import { addCycle } from '../billing-period.ts';
import { createPortalSession } from '../portal/session.ts';
import type { BillingCycle, Subscription, SubscriptionItem, Transaction, TransactionItem } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { discountedBills, recurringDiscount, recurringItems } from './subscription-discount.ts';

/** Returns the subscription with this id; throws Paddle's `not_found`. */
export function subscriptionById(context: PaddleContext, id: string): Subscription {
  const subscription = context.state.subscriptions[id];
  if (subscription === undefined) throw notFound(id);
  return subscription;
}

/** Changes a subscription and sends `subscription.updated`, then `furtherEvent`, if given. */
export function updateSubscription(
  context: PaddleContext,
  subscription: Subscription,
  changes: Partial<Subscription>,
  furtherEvent?: string,
): void {
  Object.assign(subscription, changes, { updated_at: context.timestamp() });
  context.emit('subscription.updated', notified(subscription));
  if (furtherEvent !== undefined) context.emit(furtherEvent, notified(subscription));
}

/** Returns a subscription in the format of webhooks: without the links of the API. */
function notified(subscription: Subscription): object {
  const { management_urls: _links, ...rest } = subscription;
  return rest;
}

/**
 * Starts the subscription of a paid transaction with recurring items: trialing if the prices have a trial, else
 * active. Sends `subscription.created` (with `transaction_id`) and `.trialing` or `.activated`.
 */
export function startSubscription(
  context: PaddleContext,
  transaction: Transaction,
  methodId: string,
): Subscription | null {
  const items = recurringItems(transaction);
  const first = items[0]?.price;
  if (!first?.billing_cycle) return null;
  const start = context.now();
  const trial = first.trial_period ?? null;
  const end = addCycle(start, trial ?? first.billing_cycle).toISOString();
  const at = start.toISOString();
  const period = { starts_at: at, ends_at: end };
  const id = context.newId('sub');
  const subscription: Subscription = {
    id,
    status: trial === null ? 'active' : 'trialing',
    customer_id: transaction.customer_id ?? '',
    address_id: transaction.address_id ?? '',
    business_id: null,
    currency_code: 'USD',
    created_at: at,
    updated_at: at,
    started_at: at,
    first_billed_at: trial === null ? at : null,
    next_billed_at: end,
    paused_at: null,
    canceled_at: null,
    discount: recurringDiscount(context, transaction, trial === null ? start : new Date(end)),
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: cycleOf(first.billing_cycle),
    scheduled_change: null,
    management_urls: { update_payment_method: null, cancel: '' },
    items: items.flatMap((item) => subscriptionItem(context, item, period, trial !== null)),
    custom_data: transaction.custom_data ?? null,
    import_meta: null,
  };
  context.state.subscriptions[id] = subscription;
  subscription.management_urls = managementUrls(context, subscription);
  context.state.billing[id] = {
    methodId,
    dunning: null,
    discountedBills: discountedBills(context, subscription),
  };
  context.emit('subscription.created', { ...notified(subscription), transaction_id: transaction.id });
  context.emit(trial === null ? 'subscription.activated' : 'subscription.trialing', notified(subscription));
  return subscription;
}

/** Management links of the API response, with which the customer needs no sign-in. */
function managementUrls(
  context: PaddleContext,
  subscription: Subscription,
): Subscription['management_urls'] & object {
  const customer = context.state.customers[subscription.customer_id];
  const [links] =
    customer === undefined
      ? []
      : createPortalSession(context, customer, [subscription.id]).urls.subscriptions;
  return {
    update_payment_method: links?.update_subscription_payment_method ?? null,
    cancel: links?.cancel_subscription ?? '',
  };
}

/** Returns an item of a subscription for `period`, billed at its start unless it is a trial. */
function subscriptionItem(
  context: PaddleContext,
  item: TransactionItem,
  period: { starts_at: string; ends_at: string },
  trial: boolean,
): SubscriptionItem[] {
  const { price } = item;
  const product = price ? context.state.products[price.product_id] : undefined;
  if (!price || product === undefined) return [];
  const at = context.timestamp();
  return [
    {
      status: trial ? 'trialing' : 'active',
      quantity: item.quantity,
      recurring: true,
      created_at: at,
      updated_at: at,
      previously_billed_at: trial ? null : period.starts_at,
      next_billed_at: period.ends_at,
      trial_dates: trial ? period : null,
      price,
      product,
    },
  ];
}

function cycleOf(cycle: BillingCycle): BillingCycle {
  return { interval: cycle.interval, frequency: cycle.frequency };
}
