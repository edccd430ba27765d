import type { Database } from '../../platform/database/database.ts';
import type { Catalogue } from '../../platform/paddle/catalogue.ts';
import { addPlans, type PlanTerms, plansOnSale, setPaddleIds } from './plans.store.ts';

const usd = { currency: 'USD', monthlyPriceAmount: 1199 } as const;

/** What the service starts out selling; an operator changes it in the database. */
const firstPlans: readonly PlanTerms[] = [
  { ...usd, id: '1-month', months: 1, priceAmount: 1199, discountPercent: 0, trialDays: 3, freeMonths: 0 },
  {
    ...usd,
    id: '12-months',
    months: 12,
    priceAmount: 5988,
    discountPercent: 58,
    trialDays: 0,
    freeMonths: 1,
  },
  {
    ...usd,
    id: '24-months',
    months: 24,
    priceAmount: 8376,
    discountPercent: 70,
    trialDays: 0,
    freeMonths: 3,
  },
];

export async function seedPlans(db: Database): Promise<void> {
  await addPlans(db, firstPlans);
}

/** Makes the product and the prices at Paddle that a plan still lacks. Each id is kept at once, so a failure costs no doubles. */
export async function publishPlans(db: Database, catalogue: Catalogue): Promise<void> {
  for (const plan of await plansOnSale(db)) {
    const name = plan.months === 1 ? '1 month' : `${plan.months} months`;
    let productId = plan.paddleProductId;
    if (productId === null) {
      productId = await catalogue.createProduct(`Comet VPN, ${name}`);
      await setPaddleIds(db, plan.id, { paddleProductId: productId });
    }
    const price = { productId, months: plan.months, amount: plan.priceAmount, currency: plan.currency };
    if (plan.paddlePriceId === null) {
      const id = await catalogue.createPrice({ ...price, description: name, trialDays: 0 });
      await setPaddleIds(db, plan.id, { paddlePriceId: id });
    }
    if (plan.trialDays > 0 && plan.paddleTrialPriceId === null) {
      const description = `${name} after ${plan.trialDays} free days`;
      const id = await catalogue.createPrice({ ...price, description, trialDays: plan.trialDays });
      await setPaddleIds(db, plan.id, { paddleTrialPriceId: id });
    }
  }
}
