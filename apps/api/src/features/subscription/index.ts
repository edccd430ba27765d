import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { showSubscriptionRoute } from './show-subscription.route.ts';

export {
  activeUntilOf,
  chargeableSubscription,
  endOfPrepaid,
  hasAccess,
  hasPlan,
  isSecondPlan,
  lockAccess,
  subscribedBefore,
} from './access.store.ts';
export { type Adjustment, adjustmentsOf, disputedOf, paymentReversalOf } from './adjustments.ts';
export { applyEvents, type ApplyDeps, moveNextPayment } from './apply-events.ts';
export { expireSubscriptions } from './expire.ts';
export { cancelRenewal, forfeitSubscriptions, stopRenewal } from './forfeit.ts';
export { addedFreeMonths } from './entitlement-periods.ts';
export { givenFreeMonths, plansByPrice, settlePlanChanges } from './plan-change-orders.ts';
export type { CheckoutEnded, PaymentAdjusted, PaymentCompleted, ProviderEvent } from './provider-event.ts';
export { moneyBackDays, type SubscriptionView, subscriptionView } from './subscription-view.ts';
export { remindOfTrialEnds } from './remind-trial-ends.ts';
export { paidPeriodsOf } from './with-free-days.ts';

/** Returns the route that shows the caller's subscription. */
export function subscriptionRoutes(deps: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [showSubscriptionRoute(deps)];
}
