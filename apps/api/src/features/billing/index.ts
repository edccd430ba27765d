export { billingRoutes } from './billing.routes.ts';
export type { BillingDeps } from './deps.ts';
export { askForRefund, type RequestedRefund } from './ask-for-refund.ts';
export { reconcilePlanChanges } from './reconcile-plan-changes.ts';
export { reconcileUnansweredRefunds } from './reconcile-unanswered-refunds.ts';
