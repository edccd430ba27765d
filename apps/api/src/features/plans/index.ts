import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { plansOnSale } from './plans.store.ts';

export { addDays, addMonths } from './calendar.ts';
export { planOnSale, type StoredPlan } from './plans.store.ts';
export { plansCommand } from './plans-command.ts';
export { priceOnSale, pricesOnSale } from './prices.store.ts';
export { pricesCommand } from './prices-command.ts';
export { publishPrices, seedPrices } from './seed-prices.ts';
export { publishPlans, seedPlans } from './seed.ts';

const listPlansRoute = (deps: { readonly db: Database }) =>
  route(api.listPlans, async () => {
    const plans = await plansOnSale(deps.db);
    return ok({
      plans: plans.map(({ currency, ...plan }) => ({
        id: plan.id,
        months: plan.months,
        price: { amount: plan.priceAmount, currency },
        monthlyPrice: { amount: Math.round(plan.priceAmount / plan.months), currency },
        fullPrice: { amount: plan.monthlyPriceAmount * plan.months, currency },
        discountPercent: plan.discountPercent,
        trialDays: plan.trialDays,
        freeMonths: plan.freeMonths,
      })),
    });
  });

export function plansRoutes(deps: { readonly db: Database }): Route[] {
  return [listPlansRoute(deps)];
}
