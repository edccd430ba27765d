import {
  auditTexts,
  capacityTexts,
  couponsTexts,
  customersTexts,
  exitTexts,
  failingJobsTexts,
  fleetTexts,
  frameTexts,
  ordersTexts,
  passkeysTexts,
  pendingRefundsTexts,
  refusedWebhooksTexts,
  searchTexts,
  sharedCardsTexts,
  stuckPaymentsTexts,
  ticketsTexts,
  upstreamTexts,
} from '@comet/texts/operator-console';

/** The titles of the console's pages by their paths. */
export const pageTitles = {
  '/ops/': frameTexts.places.operatorConsole,
  '/ops/search': searchTexts.headline,
  '/ops/refunds': pendingRefundsTexts.headline,
  '/ops/stuck-payments': stuckPaymentsTexts.headline,
  '/ops/failed-jobs': failingJobsTexts.headline,
  '/ops/refused-webhooks': refusedWebhooksTexts.headline,
  '/ops/tickets': ticketsTexts.headline,
  '/ops/tickets/:id': ticketsTexts.one,
  '/ops/customers': customersTexts.headline,
  '/ops/customers/:id': customersTexts.one,
  '/ops/orders': ordersTexts.headline,
  '/ops/orders/:id': ordersTexts.one,
  '/ops/shared-cards': sharedCardsTexts.headline,
  '/ops/fleet': fleetTexts.headline,
  '/ops/capacity': capacityTexts.headline,
  '/ops/gateways/:id': fleetTexts.one,
  '/ops/exits/:id': exitTexts.one,
  '/ops/upstreams/:id': upstreamTexts.one,
  '/ops/coupons': couponsTexts.headline,
  '/ops/audit': auditTexts.headline,
} as const;

/** Attachments of tickets, and the page with a script, which have routes of their own. */
const otherTitles: Readonly<Record<string, string>> = {
  '/ops/files/:id': ticketsTexts.attachment,
  '/ops/passkeys': passkeysTexts.headline,
};

const titles: Readonly<Record<string, string>> = { ...pageTitles, ...otherTitles };

/** The title of a page that was viewed; its path if there is no such page any more. */
export const titleOf = (path: string): string => titles[path] ?? path;
