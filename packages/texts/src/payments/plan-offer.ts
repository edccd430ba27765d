/** What a plan gives beside its months. */
export const planOfferTexts = {
  trialThenMonthly: '{days} days free, then monthly',
  freeAndLess: '{free} free, {percent}% less',
  percentLess: '{percent}% less',
} as const;
