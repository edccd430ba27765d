import { err, ok, type Result } from '@comet/foundation';
import type { SubscriptionPreview } from '@paddle/paddle-node-sdk';
import type { StoredOrderLine } from '../../platform/database/schema.ts';
import type { ChangeFailure } from '../../platform/paddle/billing.ts';
import { insertOrder, type StoredOrder } from '../orders/index.ts';
import { planOnSale } from '../plans/index.ts';
import type { BillingDeps } from './deps.ts';
import { type HeldRefusal, holdSubscription } from './hold-subscription.ts';
import { type ChangeRefusal, changeRefusal } from './may-change.ts';

/** Drafts the change to a longer plan: it says what is charged now, as the provider reckons it, and charges nothing. */
export async function draftPlanChange(
  deps: BillingDeps,
  given: { readonly userId: string; readonly planId: string },
): Promise<Result<StoredOrder, HeldRefusal | ChangeRefusal | ChangeFailure<'subscription_locked'>>> {
  const { userId } = given;
  const plan = await planOnSale(deps.db, given.planId);
  if (plan === null || plan.paddlePriceId === null) return err('product_not_found');
  const { months, priceAmount, paddlePriceId: priceId } = plan;
  const now = deps.clock.now();
  const held = await deps.db.transaction().execute((trx) => holdSubscription(trx, userId, now));
  if (!held.ok) return held;
  const { subscription, providerSubscriptionId } = held.value;
  const refusal = changeRefusal(subscription, { planId: plan.id, months });
  if (refusal !== null) return err(refusal);
  const preview = await deps.billing.previewPrice(providerSubscriptionId, priceId);
  if (!preview.ok) return preview;
  const cost = costOf(preview.value, months);
  const item = {
    kind: 'plan_change',
    subscriptionId: subscription.id,
    planId: plan.id,
    months,
    priceAmount,
  } as const;
  const quote = { lines: cost.lines, total: cost.total, trialDays: 0, freeMonths: 0 };
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

/** The new plan's price and what is left of the old one, in the minor unit; the lines add up to the total, to which the tax is added. */
export function costOf(
  preview: Pick<SubscriptionPreview, 'immediateTransaction' | 'updateSummary'>,
  months: number,
): { readonly lines: readonly StoredOrderLine[]; readonly total: number; readonly tax: number } {
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
