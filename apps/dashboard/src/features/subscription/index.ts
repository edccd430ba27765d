export { monthsInWords, offerInWords, planInWords } from './plan-words.ts';
export { type Plan, plansQuery } from './plans.ts';
export { type Subscription, subscriptionQuery } from './subscription.ts';
