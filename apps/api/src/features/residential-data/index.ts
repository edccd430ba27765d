import type { Route } from '../../platform/http/route.ts';
import type { SpendingDeps } from './after-spending.ts';
import {
  changeResidentialDataSettingsRoute,
  drawSliceRoute,
  reportUsageRoute,
  showResidentialDataRoute,
  showResidentialDataUsageRoute,
} from './residential-data.routes.ts';

export { balanceOf } from './balance.ts';
export { enterPurchase, enterRefund, enterReturn } from './data-ledger.ts';
export { enterUsageDays, forgetSlices, settleAbandoned } from './keep-books.ts';
export { poolClaim } from './pool-claim.ts';

export function residentialDataRoutes(deps: SpendingDeps): Route[] {
  return [
    showResidentialDataRoute(deps),
    changeResidentialDataSettingsRoute(deps),
    showResidentialDataUsageRoute(deps),
    drawSliceRoute(deps),
    reportUsageRoute(deps),
  ];
}
