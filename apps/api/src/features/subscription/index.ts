import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/route.ts';
import { showSubscriptionRoute } from './show-subscription.route.ts';

export { hasAccess, holdAccess, subscribedBefore } from './access.store.ts';
export { applyEvents, moveNextPayment } from './apply-events.ts';
export { expireSubscriptions } from './expire.ts';
export { cancelRenewal, forfeitSubscriptions } from './forfeit.ts';
export type { ProviderEvent } from './provider-event.ts';

export function subscriptionRoutes(deps: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [showSubscriptionRoute(deps)];
}
