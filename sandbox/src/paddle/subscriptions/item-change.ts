import { addCycle } from '../billing-period.ts';
import { remainingValue } from '../adjustments/remaining.ts';
import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { type RequestedItem, requestedItems } from '../transactions/requested-items.ts';
import type { BillingCycle, LineItem, Subscription, SubscriptionItem, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

/** Credit for the paid but unused time of a removed item, in minor units. */
export interface Credit {
  readonly transaction: Transaction;
  readonly line: LineItem;
  readonly amount: number;
  readonly proration: { readonly rate: string; readonly billing_period: Period };
}

/** A planned change of items. */
export interface ItemChange {
  readonly items: readonly RequestedItem[];
  readonly cycle: BillingCycle;
  readonly period: Period;
  /** Items that are billed immediately; empty for `do_not_bill`. */
  readonly charges: readonly (RequestedItem & { readonly proration: Credit['proration'] | null })[];
  readonly credits: readonly Credit[];
}

const MODES = ['prorated_immediately', 'full_immediately', 'do_not_bill'] as const;

/**
 * Computes a change of a subscription's items (https://developer.paddle.com/concepts/subscriptions/proration). With the same cycle the
 * period stays; its rest is credited at the old price and charged at the new one. Another cycle starts a new period now, which is charged
 * in full. Unchanged items are not charged. Throws Paddle's errors.
 */
export function plannedChange(
  context: PaddleContext,
  subscription: Subscription,
  fields: Fields,
): ItemChange {
  refuseStatus(subscription);
  if (!fields.has('proration_billing_mode')) {
    fields.refuse('proration_billing_mode', 'must be provided as part of the request');
  }
  const mode = fields.oneOf('proration_billing_mode', MODES, 'do_not_bill');
  const items = requestedItems(context, fields);
  fields.check();
  const cycle = items.find((item) => item.price.billing_cycle)?.price.billing_cycle;
  if (!cycle || items.some((item) => !item.price.billing_cycle)) {
    throw refusal(
      'subscription_items_invalid',
      'the sandbox bills one-time items by transactions of their own',
    );
  }
  if (subscription.status === 'trialing' && mode !== 'do_not_bill') {
    throw refusal(
      'subscription_trialing_items_update_options_invalid',
      'items of a trialing subscription can only be changed with do_not_bill',
    );
  }
  const now = context.now();
  const current = subscription.current_billing_period ?? null;
  const stays = sameCycle(cycle, subscription.billing_cycle) || subscription.status === 'trialing';
  const period: Period =
    stays && current !== null
      ? current
      : { starts_at: now.toISOString(), ends_at: addCycle(now, cycle).toISOString() };
  const added = stays ? items.filter((item) => !subscription.items.some((old) => isSame(old, item))) : items;
  const removed = stays
    ? subscription.items.filter((old) => !items.some((item) => isSame(old, item)))
    : subscription.items;
  const rest = {
    rate: remainingRate(period, now),
    billing_period: { ...period, starts_at: now.toISOString() },
  };
  return {
    items,
    cycle: { interval: cycle.interval, frequency: cycle.frequency },
    period,
    charges:
      mode === 'do_not_bill'
        ? []
        : added.map((item) => ({
            ...item,
            proration: stays && mode === 'prorated_immediately' ? rest : null,
          })),
    credits:
      mode === 'prorated_immediately' ? removed.flatMap((old) => creditFor(context, subscription, old)) : [],
  };
}

/** Returns the credit for an item: the unused part of its last bill until the end of the current period. */
function creditFor(context: PaddleContext, subscription: Subscription, item: SubscriptionItem): Credit[] {
  const billed = Object.values(context.state.transactions)
    .filter((each) => each.subscription_id === subscription.id && each.status === 'completed')
    .flatMap((transaction) =>
      (transaction.details?.line_items ?? [])
        .filter((line) => line.price_id === item.price.id)
        .map((line) => ({ transaction, line })),
    )
    .at(-1);
  const from = billed?.line.proration?.billing_period ?? billed?.transaction.billing_period;
  const ends = subscription.current_billing_period?.ends_at;
  if (billed === undefined || !from || ends === undefined) return [];
  const now = context.now();
  const rate = remainingRate({ starts_at: from.starts_at, ends_at: ends }, now);
  const amount = Math.min(
    atRate(Number(billed.line.totals?.total ?? 0), rate),
    remainingValue(context, billed.transaction, billed.line),
  );
  if (amount === 0) return [];
  return [
    {
      ...billed,
      amount,
      proration: { rate, billing_period: { starts_at: now.toISOString(), ends_at: ends } },
    },
  ];
}

function refuseStatus({ status }: Subscription): void {
  if (status !== 'past_due' && status !== 'paused') return;
  throw refusal(
    `subscription_update_when_${status}`,
    `cannot update subscription, as subscription is ${status}`,
  );
}

function isSame(old: SubscriptionItem, item: RequestedItem): boolean {
  return old.price.id === item.price.id && old.quantity === item.quantity;
}

function sameCycle(one: BillingCycle, other: BillingCycle): boolean {
  return one.interval === other.interval && one.frequency === other.frequency;
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'subscriptions', code }, detail);
}

interface Period {
  readonly starts_at: string;
  readonly ends_at: string;
}

/**
 * Returns the remaining part of a period at `now`, 0 to 1, computed in whole seconds, with twelve decimals. Paddle counts minutes; for a
 * month below 400 dollars the difference is less than a cent.
 */
export function remainingRate(period: Period, now: Date): string {
  const [starts, ends] = [seconds(period.starts_at), seconds(period.ends_at)];
  const left = Math.min(Math.max(0, ends - Math.floor(now.getTime() / 1000)), ends - starts);
  return ends === starts ? '0' : (left / (ends - starts)).toFixed(12);
}

/** Returns `amount` minor units times `rate`, rounded half up. */
export function atRate(amount: number, rate: string): number {
  return Math.round(amount * Number(rate));
}

function seconds(moment: string): number {
  return Math.floor(new Date(moment).getTime() / 1000);
}
