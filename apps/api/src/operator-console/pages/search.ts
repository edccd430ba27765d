import {
  formatMoney,
  ordersTexts,
  plural,
  formatText,
  searchTexts as texts,
  ticketsTexts,
} from '@comet/texts/operator-console';
import { isId } from '../../features/operator-commands/index.ts';
import { readOrderNumber } from '../../features/orders/index.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  findCustomers,
  findExits,
  findGateways,
  findOrders,
  findTickets,
  findUpstreams,
  maxResults,
  minIdPrefixLength,
} from '../find.ts';
import { type Html, html } from '../html.ts';
import { mayOpen, type PageContext, rows } from '../page.ts';
import { customerState } from './customers.ts';
import { inCountry, placeName } from './gateway-state.ts';

/** A page that was found. */
interface Result {
  readonly kind: keyof typeof texts.kinds;
  readonly to: string;
  readonly name: string;
  readonly details: string;
  /** Whether it is named in full, not only by a prefix. */
  readonly exact: boolean;
}

/** The path of the only page that `query` identifies, or a list of results. */
export async function search(
  { db, operatorSession }: PageContext,
  query: string,
): Promise<Html | { readonly redirect: string }> {
  if (query === '') return nothing(texts.nothingAsked);
  const results = (await findAll(db, query)).filter(({ to }) => mayOpen(operatorSession, to));
  const exact = results.filter((result) => result.exact);
  const [only] = exact.length === 1 ? exact : results.length === 1 ? results : [];
  if (only !== undefined) return { redirect: only.to };
  if (results.length === 0) return nothing(formatText(texts.none, { query }));
  return html`<h1>${formatText(plural(results.length, texts.results), { count: results.length, query })}</h1>
<p class="lead">${formatText(texts.truncated, { count: maxResults })}</p>
<div class="card">${rows(
    [texts.found, texts.kind, texts.details],
    results.map(({ kind, to, name, details }) => [
      html`<a href="${to}">${name}</a>`,
      texts.kinds[kind],
      details,
    ]),
    '',
  )}</div>`;
}

function nothing(message: string): Html {
  const { email, order, gateway, ticket, transaction } = texts.hints;
  const hints = [email, formatText(order, { minLength: minIdPrefixLength }), gateway, ticket, transaction];
  return html`<h1>${texts.headline}</h1>
<div class="card"><p>${message}</p><p class="quiet">${texts.youCan}</p><ul class="hints quiet">${hints.map((hint) => html`<li>${hint}</li>`)}</ul></div>`;
}

async function findAll(db: Database, query: string): Promise<readonly Result[]> {
  const isWhole = isId(query);
  const [customers, orders, tickets, gateways, exits, upstreams] = await Promise.all([
    findCustomers(db, query),
    findOrders(db, query),
    findTickets(db, query),
    findGateways(db, query),
    findExits(db, query),
    findUpstreams(db, query),
  ]);
  return [
    ...customers.map(
      (one): Result => ({
        ...{
          kind: 'customer',
          to: `/ops/customers/${one.id}`,
          name: one.email,
          details: customerState(one).label,
        },
        exact: isWhole || one.email === query.toLowerCase(),
      }),
    ),
    ...orders.map(
      ({ id, number, kind, state, totalAmount: amount, currency, email }): Result => ({
        ...{ kind: 'order', to: `/ops/orders/${id}` },
        exact: isWhole || readOrderNumber(query) === number,
        name: formatText(ordersTexts.title, {
          kind: ordersTexts.kinds[kind],
          total: formatMoney({ amount, currency }),
        }),
        details: [number, ordersTexts.states[state], email].join(', '),
      }),
    ),
    ...tickets.map(
      ({ id, subject, state, email, writer }): Result => ({
        ...{ kind: 'ticket', to: `/ops/tickets/${id}`, name: subject, exact: isWhole },
        details: [ticketsTexts.states[state], email ?? writer ?? ''].filter((part) => part !== '').join(', '),
      }),
    ),
    ...gateways.map(
      (one): Result => ({
        ...{ kind: 'gateway', to: `/ops/gateways/${one.id}`, name: placeName(one) },
        details: [one.locationCode, one.ipv4].join(', '),
        exact: isWhole || one.ipv4 === query || one.ipv6 === query.toLowerCase(),
      }),
    ),
    ...exits.map(
      (one): Result => ({
        ...{ kind: 'exit', to: `/ops/exits/${one.id}`, name: placeName(inCountry(one)) },
        ...{ details: '', exact: true },
      }),
    ),
    ...upstreams.map(
      ({ id, host, countries }): Result => ({
        ...{ kind: 'upstream', to: `/ops/upstreams/${id}`, name: host },
        ...{ details: countries.join(', '), exact: true },
      }),
    ),
  ];
}
