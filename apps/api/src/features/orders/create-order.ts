import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { planOnSale } from '../plans/index.ts';
import { hasAccess, subscribedBefore } from '../subscription/index.ts';
import { insertOrder, type StoredOrder } from './orders.store.ts';
import { quotePlan } from './quote.ts';

/** Drafts an order: it says what the plan would cost this customer, and charges nothing. */
export async function createOrder(
  deps: { readonly db: Database; readonly clock: Clock },
  given: { readonly userId: string; readonly planId: string },
): Promise<Result<StoredOrder, 'product_not_found' | 'subscription_exists'>> {
  const now = deps.clock.now();
  const plan = await planOnSale(deps.db, given.planId);
  if (plan === null) return err('product_not_found');
  if (await hasAccess(deps.db, given.userId, now)) return err('subscription_exists');
  const isNew = !(await subscribedBefore(deps.db, given.userId));
  const quote = quotePlan(plan, { isNew });
  const item = {
    kind: 'subscription',
    planId: plan.id,
    months: plan.months,
    trialDays: quote.trialDays,
    freeMonths: quote.freeMonths,
    priceAmount: plan.priceAmount,
  } as const;
  return ok(await insertOrder(deps.db, { userId: given.userId, item, quote, currency: plan.currency, now }));
}
