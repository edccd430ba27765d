import {
  auditTexts,
  couponsTexts,
  customersTexts,
  exitTexts,
  fleetTexts,
  frameTexts,
  ordersTexts,
  refusedWebhooksTexts,
  searchTexts,
  sharedCardsTexts,
  stuckPaymentsTexts,
  ticketsTexts,
  upstreamTexts,
} from '@comet/texts/operator-console';
import type { Html } from './html.ts';
import type { PageContext } from './page.ts';
import { auditTrail } from './pages/audit.ts';
import { coupons } from './pages/coupons.ts';
import { customerList, customerPage } from './pages/customers.ts';
import { exitPage } from './pages/exit.ts';
import { fleet } from './pages/fleet.ts';
import { gatewayPage } from './pages/gateway.ts';
import { orderList, orderPage } from './pages/orders.ts';
import { overview } from './pages/overview.ts';
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

/** Renders a page; null if what it is about does not exist. A redirect leads to another page of the console. */
type Draw = (request: PageRequest) => Promise<Html | { readonly redirect: string } | null>;

interface ConsolePage {
  readonly title: string;
  readonly draw: Draw;
}

/** The pages by their paths. */
export const pages: Readonly<Record<string, ConsolePage>> = {
  '/ops/': { title: frameTexts.places.operatorConsole, draw: overview },
  '/ops/search': {
    title: searchTexts.headline,
    draw: (request) => search(request, textIn(request.query['q'])),
  },
  '/ops/stuck-payments': { title: stuckPaymentsTexts.headline, draw: stuckPaymentsPage },
  '/ops/refused-webhooks': { title: refusedWebhooksTexts.headline, draw: refusedWebhooksPage },
  '/ops/tickets': {
    title: ticketsTexts.headline,
    draw: (request) => ticketList(request, request.query['show']),
  },
  '/ops/tickets/:id': { title: ticketsTexts.one, draw: (request) => ticketPage(request, request.id) },
  '/ops/customers': {
    title: customersTexts.headline,
    draw: (request) => customerList(request, textIn(request.query['q'])),
  },
  '/ops/customers/:id': {
    title: customersTexts.one,
    draw: (request) => customerPage(request, request.id, request.query['drafts'] === 'yes'),
  },
  '/ops/orders': {
    title: ordersTexts.headline,
    draw: (request) => orderList(request, request.query['drafts'] === 'yes'),
  },
  '/ops/orders/:id': { title: ordersTexts.one, draw: (request) => orderPage(request, request.id) },
  '/ops/shared-cards': { title: sharedCardsTexts.headline, draw: sharedCards },
  '/ops/fleet': { title: fleetTexts.headline, draw: fleet },
  '/ops/gateways/:id': { title: fleetTexts.one, draw: (request) => gatewayPage(request, request.id) },
  '/ops/exits/:id': { title: exitTexts.one, draw: (request) => exitPage(request, request.id) },
  '/ops/upstreams/:id': { title: upstreamTexts.one, draw: (request) => upstreamPage(request, request.id) },
  '/ops/coupons': { title: couponsTexts.headline, draw: coupons },
  '/ops/audit': {
    title: auditTexts.headline,
    draw: (request) => auditTrail(request, request.query['reads'] === 'yes'),
  },
};

/** Returns the text of a query parameter; empty where it is missing or repeated. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? withoutNul(value).trim().slice(0, 254) : '';
