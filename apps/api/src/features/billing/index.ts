export { billingRoutes } from './billing.routes.ts';
export { reconcilePlanChanges } from './reconcile-plan-changes.ts';
