import type { Route } from '../../platform/http/requests/route.ts';
import { createOrderRoute, type OrderDeps, payOrderRoute, showOrderRoute } from './orders.routes.ts';

export { abandonCheckouts, closeCheckout } from './abandon-checkouts.ts';
export { draftOf, isTrialEligible } from './draft.ts';
export { orderIdOf, readOrderNumber } from './order-number.ts';
export { expireDrafts, insertOrder, lockOrder, startProcessing, type StoredOrder } from './orders.store.ts';
export { type CheckoutSettings, presentOrder } from './show-order.ts';
export { abandonOrder, expireOrder, moveOrder } from './move-order.ts';
export { cryptoPaymentAdapter, cryptoFeeOf } from './crypto-payment-adapter.ts';
export { type Quote, quoteData, quotePlan } from './quote.ts';
export { paddlePaymentAdapter } from './paddle-payment-adapter.ts';
export { alreadyDone, type Begun, type Claim, toCall, withOrderClaim } from './with-order-claim.ts';

/** Returns the routes that create, pay and show the caller's orders. */
export function ordersRoutes(deps: OrderDeps): Route[] {
  return [createOrderRoute(deps), payOrderRoute(deps), showOrderRoute(deps)];
}
