import type { Html } from './html.ts';
import type { PageContext } from './page.ts';
import type { pageTitles } from './page-titles.ts';
import { capacityPage } from './pages/capacity.ts';
import { type AuditFilter, auditTrail, readDay, readOperatorAction } from './pages/audit.ts';
import { coupons } from './pages/coupons.ts';
import { customerList, customerPage } from './pages/customers.ts';
import { exitPage } from './pages/exit.ts';
import { failingJobsPage } from './pages/stuck/failing-jobs.ts';
import { fleet } from './pages/fleet.ts';
import { gatewayPage } from './pages/gateway.ts';
import { orderList, orderPage } from './pages/orders.ts';
import { overview } from './pages/overview.ts';
import { pendingRefundsPage } from './pages/pending-refunds.ts';
import { refusedWebhooksPage } from './pages/refused-webhooks.ts';
import { search } from './pages/search.ts';
import { sharedCards } from './pages/shared-cards.ts';
import { stuckPaymentsPage } from './pages/stuck-payments.ts';
import { ticketList, ticketPage } from './pages/tickets.ts';
import { upstreamPage } from './pages/upstream.ts';
import { withoutNul } from './session.ts';

interface PageRequest extends PageContext {
  /** The id in the URL; empty where it has none. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Renders a page; null if its subject does not exist. A redirect leads to another page of the console. */
type Draw = (request: PageRequest) => Promise<Html | { readonly redirect: string } | null>;

/** The pages by their paths. */
export const pages: Readonly<Record<keyof typeof pageTitles, Draw>> = {
  '/ops/': overview,
  '/ops/search': (request) => search(request, textIn(request.query['q'])),
  '/ops/refunds': pendingRefundsPage,
  '/ops/stuck-payments': stuckPaymentsPage,
  '/ops/failed-jobs': failingJobsPage,
  '/ops/refused-webhooks': refusedWebhooksPage,
  '/ops/tickets': (request) => ticketList(request, request.query['show']),
  '/ops/tickets/:id': (request) => ticketPage(request, request.id),
  '/ops/customers': (request) => customerList(request, textIn(request.query['q'])),
  '/ops/customers/:id': (request) => customerPage(request, request.id, request.query['drafts'] === 'yes'),
  '/ops/orders': (request) => orderList(request, request.query['drafts'] === 'yes'),
  '/ops/orders/:id': (request) => orderPage(request, request.id),
  '/ops/shared-cards': sharedCards,
  '/ops/fleet': fleet,
  '/ops/capacity': capacityPage,
  '/ops/gateways/:id': (request) => gatewayPage(request, request.id),
  '/ops/exits/:id': (request) => exitPage(request, request.id),
  '/ops/upstreams/:id': (request) => upstreamPage(request, request.id),
  '/ops/coupons': coupons,
  '/ops/audit': (request) => auditTrail(request, filterIn(request.query)),
};

/** Returns the text of a query parameter; empty where it is missing or repeated. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? withoutNul(value).trim().slice(0, 254) : '';

/** The filter of the audit log in a query. */
function filterIn(query: Readonly<Record<string, unknown>>): AuditFilter {
  return {
    operator: textIn(query['operator']).toLowerCase(),
    action: readOperatorAction(textIn(query['action'])),
    until: readDay(textIn(query['until'])),
    withReads: query['reads'] === 'yes',
  };
}
