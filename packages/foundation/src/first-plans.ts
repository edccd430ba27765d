const usd = { currency: 'USD', monthlyPriceAmount: 1199 } as const;

/**
 * The terms of the plans that a new service sells, shortest first; an operator changes them by command.
 * Amounts are in cents: `priceAmount` is for all months, `monthlyPriceAmount` is the price of one month in
 * the shortest plan. Free months are added to the paid ones.
 */
export const firstPlans = [
  { ...usd, id: '1-month', months: 1, priceAmount: 1199, discountPercent: 0, trialDays: 3, freeMonths: 0 },
  {
    ...usd,
    ...{ id: '12-months', months: 12, priceAmount: 5988 },
    ...{ discountPercent: 58, trialDays: 0, freeMonths: 1 },
  },
  {
    ...usd,
    ...{ id: '24-months', months: 24, priceAmount: 8376 },
    ...{ discountPercent: 70, trialDays: 0, freeMonths: 3 },
  },
] as const;
