import { err, ok, type Result } from '@comet/foundation';
import type { SubscriptionPreview } from '@paddle/paddle-node-sdk';
import type { StoredOrderLine } from '../../platform/database/schema.ts';
import type { ChangeFailure } from '../../platform/paddle/billing.ts';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { carriedOver } from '../free-days/index.ts';
import { insertOrder, type StoredOrder } from '../orders/index.ts';
import { planOnSale } from '../plans/index.ts';
import { addedFreeMonths, givenFreeMonths } from '../subscription/index.ts';
import type { BillingDeps } from './deps.ts';
import { type SubscriptionRefusal, lockSubscription } from './lock-subscription.ts';
import { type ChangeRefusal, changeRefusal } from './change-of-plan.ts';

/**
 * Drafts the change to a longer plan: returns the amount due now as the provider calculates it, and charges nothing. Current free days
 * continue, and the first payment after them is for the new plan. The new plan's free months are added, less those given already.
 */
export async function draftPlanChange(
  deps: BillingDeps,
  given: { readonly userId: string; readonly planId: string },
): Promise<Result<StoredOrder, SubscriptionRefusal | ChangeRefusal | ChangeFailure<'subscription_locked'>>> {
  const { userId } = given;
  const plan = await planOnSale(deps.db, given.planId);
  if (plan === null || plan.paddlePriceId === null) return err('product_not_found');
  const { months, priceAmount, freeMonths, paddlePriceId: priceId } = plan;
  const now = deps.clock.now();
  const held = await deps.db.transaction().execute((trx) => lockSubscription(trx, userId, now));
  if (!held.ok) return held;
  const { subscription, providerSubscriptionId } = held.value;
  const refusal = changeRefusal(subscription, { planId: plan.id, months });
  if (refusal !== null) return err(refusal);
  const inTrial = subscription.state === 'trialing';
  const preview = await deps.billing.previewPrice(providerSubscriptionId, priceId, { inTrial });
  if (!preview.ok) return preview;
  const common = { kind: 'plan_change', subscriptionId: subscription.id, planId: plan.id } as const;
  const added = addedFreeMonths(plan, await givenFreeMonths(deps.db, subscription.id));
  const terms = { ...common, months, priceAmount, freeMonths, addedFreeMonths: added };
  const { activeUntil } = subscription;
  const carriedMs = inTrial ? 0 : await carriedBy(deps.db, subscription, now);
  const cost = inTrial
    ? costInTrial(terms, daysBetween(now, activeUntil))
    : withCarried(costOf(preview.value, months), carriedMs);
  const lines = withFreeMonths(cost.lines, added);
  const item = inTrial
    ? { ...terms, startsAt: activeUntil.toISOString() }
    : { ...terms, ...(carriedMs > 0 ? { carriedMs } : {}) };
  const quote = { lines, total: cost.total, trialDays: 0, freeMonths: 0 };
  const order = await insertOrder(deps.db, { userId, item, quote, currency: plan.currency, now });
  return ok(
    await deps.db
      .updateTable('orders')
      .set({ paddlePriceId: priceId, taxAmount: cost.tax, method: subscription.paymentKind })
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

const dayMs = 24 * 3600 * 1000;

const daysBetween = (from: Date, until: Date) =>
  Math.max(1, Math.ceil((until.getTime() - from.getTime()) / dayMs));

/** Returns the free time of the current period that a change now carries over, in milliseconds. */
async function carriedBy(
  db: BillingDeps['db'] | DatabaseTransaction,
  subscription: { readonly id: string; readonly activeUntil: Date },
  now: Date,
): Promise<number> {
  const period = await db
    .selectFrom('subscriptionGrants')
    .select(['startsAt as from', 'boughtUntil'])
    .where('subscriptionId', '=', subscription.id)
    .orderBy('startsAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (period === undefined) return 0;
  const freeMs = subscription.activeUntil.getTime() - period.boughtUntil.getTime();
  return carriedOver(period, Math.max(0, freeMs), now);
}

interface Cost {
  readonly lines: readonly StoredOrderLine[];
  readonly total: number;
  readonly tax: number;
}

/** During free days, the whole price is due when they end. */
function costInTrial(
  { months, priceAmount }: { readonly months: number; readonly priceAmount: number },
  days: number,
): Cost {
  const lines = [
    { kind: 'plan', quantity: months, amount: priceAmount },
    { kind: 'trial', quantity: days, amount: -priceAmount },
  ] as const;
  return { lines, total: 0, tax: 0 };
}

function withFreeMonths(lines: readonly StoredOrderLine[], added: number): readonly StoredOrderLine[] {
  return added === 0 ? lines : [...lines, { kind: 'free_months', quantity: added, amount: 0 }];
}

function withCarried(cost: Cost, carriedMs: number): Cost {
  const days = Math.round(carriedMs / dayMs);
  if (days === 0) return cost;
  return { ...cost, lines: [...cost.lines, { kind: 'carried_days', quantity: days, amount: 0 }] };
}

/** Returns the new plan's price and the credit for the old plan, in the minor unit. The lines add up to the total, before tax. */
export function costOf(
  preview: Pick<SubscriptionPreview, 'immediateTransaction' | 'updateSummary'>,
  months: number,
): Cost {
  const totals = preview.immediateTransaction?.details.totals;
  const tax = Number(totals?.tax ?? 0);
  const total = Number(totals?.grandTotal ?? 0) - tax;
  const credit = Math.abs(Number(preview.updateSummary?.credit.amount ?? totals?.credit ?? 0));
  const lines = [
    { kind: 'plan', quantity: months, amount: total + credit },
    { kind: 'unused_time', quantity: 0, amount: -credit },
  ] as const;
  return { lines: credit === 0 ? lines.slice(0, 1) : lines, total, tax };
}
