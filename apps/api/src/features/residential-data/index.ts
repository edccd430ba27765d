import type { Route } from '../../platform/http/requests/route.ts';
import type { SpendingDeps } from './handle-lower-balance.ts';
import {
  changeResidentialDataSettingsRoute,
  reserveQuotaRoute,
  reportUsageRoute,
  showResidentialDataRoute,
  showResidentialDataUsageRoute,
} from './residential-data.routes.ts';

export { changeDataAccount, lockDataAccount, readDataAccount } from './accounts.store.ts';
export type { SpendingDeps } from './handle-lower-balance.ts';
export { automaticPurchaseJob } from './automatic-purchase.ts';
export { enterPurchase, enterRefund, enterReturn } from './data-ledger.ts';
export { deleteOldUsage, enterUsageDays, deleteQuotaLeases, settleAbandoned } from './ledger-jobs.ts';
export { lastDays, monthOf } from './days.ts';
export { poolClaim } from './pool-claim.ts';
export { lockSpendingStopped, stopSpending } from './stop-spending.ts';
export { quotaAccountsAt } from './quota-accounts.store.ts';
export { quotaLeaseLimitsOf } from './quota-lease-limits.ts';
export {
  automaticOf,
  changeSettings,
  shownData,
  agreedPriceOf,
  exceedsAgreedPrice,
  priceKinds,
} from './settings.ts';
export { startUsageIntake } from './usage-reports/usage-intake.ts';
export { usageSince } from './usage-days.store.ts';

/** Returns the routes of residential data: balance, settings and usage for the user; quota leases and their usage for gateways. */
export function residentialDataRoutes(deps: SpendingDeps): Route[] {
  return [
    showResidentialDataRoute(deps),
    changeResidentialDataSettingsRoute(deps),
    showResidentialDataUsageRoute(deps),
    reserveQuotaRoute(deps),
    reportUsageRoute(deps),
  ];
}
