import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { plansOnSale } from './plans.store.ts';

export { addDays, addMonths } from './add-months.ts';
export { planOnSale, type StoredPlan } from './plans.store.ts';
export { plansCommand } from './plans-command.ts';
export { priceOnSale, pricesOnSale } from './prices.store.ts';
export { pricesCommand } from './prices-command.ts';
export { publishPrices, seedPrices } from './seed-prices.ts';
export { publishPlans, seedPlans } from './seed.ts';

interface PlansDeps {
  readonly reads: Database;
  /** Whether free days are offered to an account. */
  readonly isTrialEligible: (userId: string) => Promise<boolean>;
}

const listPlansRoute = (deps: PlansDeps) =>
  route(api.listPlans, async ({ caller }) => {
    const plans = await plansOnSale(deps.reads);
    const hasTrials = plans.some(({ trialDays }) => trialDays > 0);
    const offersTrial = hasTrials && (caller === null || (await deps.isTrialEligible(caller.id)));
    return ok({
      plans: plans.map(({ currency, ...plan }) => ({
        id: plan.id,
        months: plan.months,
        price: { amount: plan.priceAmount, currency },
        monthlyPrice: { amount: Math.round(plan.priceAmount / plan.months), currency },
        fullPrice: { amount: plan.monthlyPriceAmount * plan.months, currency },
        discountPercent: plan.discountPercent,
        trialDays: plan.trialDays,
        trialAvailable: offersTrial && plan.trialDays > 0,
        freeMonths: plan.freeMonths,
      })),
    });
  });

/** Returns the route that lists the plans on sale, and whether the caller may start a trial. */
export function plansRoutes(deps: PlansDeps): Route[] {
  return [listPlansRoute(deps)];
}
