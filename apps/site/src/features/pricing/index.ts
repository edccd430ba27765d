export { PlanCards } from './plan-cards.tsx';
export { planText } from './plan-text.ts';
export { Extras, Included, MoneyQuestions } from './pricing-page.tsx';
