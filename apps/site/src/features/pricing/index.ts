export { Extras, Included, MoneyQuestions, PlanRows } from './pricing-page.tsx';
