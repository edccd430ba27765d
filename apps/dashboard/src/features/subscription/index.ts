export { offerText } from './plan-offer.ts';
export { planChip, formatMonths, planLabel } from './plan-text.ts';
export { type Plan, plansQuery } from './plans.ts';
export { StoreLink } from './store-link.tsx';
export { hasPlan, isChangeable, type Subscription, subscriptionQuery } from './subscription.ts';
export { useUndoCancellation } from './use-undo-cancellation.ts';
