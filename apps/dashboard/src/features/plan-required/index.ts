export { clearSavedOrder, savedOrder } from './saved-order.ts';
export { PlanRequired, SeePlans } from './plan-required.tsx';
