export { billingRoutes } from './billing.routes.ts';
export type { BillingDeps } from './deps.ts';
export { reconcilePlanChanges } from './confirm-plan-change.ts';
