export { forgetNextOrder, nextOrder } from './next-order.ts';
export { PlanFirst, SeePlans } from './plan-first.tsx';
