export { billingRoutes } from './billing.routes.ts';
export type { BillingDeps } from './deps.ts';
export { askForRefund } from './request-refund.ts';
export { reconcilePlanChanges } from './reconcile-plan-changes.ts';
