export { longerPlans } from './longer-plans.ts';
