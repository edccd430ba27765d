import { firstPlans } from '@comet/foundation/first-plans';
import type { Database } from '../../platform/database/database.ts';
import type { Catalogue } from '../../platform/paddle/catalogue.ts';
import { addPlans, plansOnSale, setPaddleIds, type StoredPlan } from './plans.store.ts';

/** Adds the initial plans. */
export async function seedPlans(db: Database): Promise<void> {
  await addPlans(db, firstPlans);
}

/** Creates the Paddle price of a plan's terms; `trialDays` delay the first charge. */
export function publishPlanPrice(
  catalogue: Catalogue,
  plan: Pick<StoredPlan, 'months' | 'priceAmount' | 'currency'> & { readonly productId: string },
  trialDays: number,
): Promise<string> {
  const name = nameOf(plan);
  return catalogue.createPrice({
    productId: plan.productId,
    description: trialDays > 0 ? `${name} after ${trialDays} free days` : name,
    amount: plan.priceAmount,
    currency: plan.currency,
    cycle: { months: plan.months, trialDays },
  });
}

/** Creates the product and prices that a plan lacks at Paddle. Each id is stored at once, so a failure causes no duplicates. */
export async function publishPlans(db: Database, catalogue: Catalogue): Promise<void> {
  for (const plan of await plansOnSale(db)) {
    let productId = plan.paddleProductId;
    if (productId === null) {
      productId = await catalogue.createProduct(`Comet VPN, ${nameOf(plan)}`);
      await setPaddleIds(db, plan.id, { paddleProductId: productId });
    }
    const published = { ...plan, productId };
    if (plan.paddlePriceId === null) {
      await setPaddleIds(db, plan.id, { paddlePriceId: await publishPlanPrice(catalogue, published, 0) });
    }
    if (plan.trialDays > 0 && plan.paddleTrialPriceId === null) {
      const id = await publishPlanPrice(catalogue, published, plan.trialDays);
      await setPaddleIds(db, plan.id, { paddleTrialPriceId: id });
    }
  }
}

function nameOf({ months }: Pick<StoredPlan, 'months'>): string {
  return months === 1 ? '1 month' : `${months} months`;
}
