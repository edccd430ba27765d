export { PlanCards } from './plan-cards.tsx';
export { planText } from './plan-text.ts';
export { Extras, IncludedFeatures, BillingQuestions } from './pricing-sections.tsx';
