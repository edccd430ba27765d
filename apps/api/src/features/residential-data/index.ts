import type { Route } from '../../platform/http/route.ts';
import type { SpendingDeps } from './after-spending.ts';
import {
  changeResidentialDataSettingsRoute,
  drawSliceRoute,
  reportUsageRoute,
  showResidentialDataRoute,
  showResidentialDataUsageRoute,
} from './residential-data.routes.ts';

export { changeAccount, holdAccount, seeAccount } from './accounts.store.ts';
export type { SpendingDeps } from './after-spending.ts';
export { agreedPriceOf, isBeyond, priceKinds } from './agreed-price.ts';
export { buyMore } from './buy-more.ts';
export { enterPurchase, enterRefund, enterReturn } from './data-ledger.ts';
export { enterUsageDays, forgetSlices, settleAbandoned } from './keep-books.ts';
export { lastDays, monthOf } from './days.ts';
export { poolClaim } from './pool-claim.ts';
export { holdStopped, stopSpending } from './stop-spending.ts';
export { pursesAt } from './purses.store.ts';
export { sliceLimitsOf } from './slice-limits.ts';
export { automaticOf, changeSettings, shownData } from './settings.ts';
export { usageSince } from './usage-days.store.ts';

export function residentialDataRoutes(deps: SpendingDeps): Route[] {
  return [
    showResidentialDataRoute(deps),
    changeResidentialDataSettingsRoute(deps),
    showResidentialDataUsageRoute(deps),
    drawSliceRoute(deps),
    reportUsageRoute(deps),
  ];
}
