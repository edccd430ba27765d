export { billingRoutes } from './billing.routes.ts';
export type { BillingDeps } from './deps.ts';
export { ensureRefund, type RequestedRefund } from './ensure-refund.ts';
export { reconcilePlanChanges } from './confirm-plan-change.ts';
export { reconcileUnansweredRefunds } from './reconcile-unanswered-refunds.ts';
