export { auditTexts } from './audit.ts';
export {
  failingJobsTexts,
  overviewTexts,
  refusedWebhooksTexts,
  stuckCauseTexts,
  stuckPaymentsTexts,
} from './overview.ts';
export { couponsTexts } from './coupons.ts';
export { customersTexts } from './customers.ts';
export { entranceTexts, passkeysTexts } from './sign-in.ts';
export {
  boundsTexts,
  capacityTexts,
  exitTexts,
  fleetTexts,
  gatewayPlanTexts,
  upstreamTexts,
} from './fleet.ts';
export { frameTexts, refusedTexts, roleTexts } from './frame.ts';
export { ordersTexts, pendingRefundsTexts, sharedCardsTexts } from './orders.ts';
export { searchTexts } from './search.ts';
export { ticketsTexts } from './tickets.ts';
export { exactTime, relativeTime } from './time.ts';
export { countryName, formatMoney } from '../language/format.ts';
export { LOCALE } from '../language/locale.ts';
// Plain text, which commands print too; the pages keep times on one line.
export { fill as formatText, plural } from '../language/format-text.ts';
