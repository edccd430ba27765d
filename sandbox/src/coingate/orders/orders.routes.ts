import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/api.ts';
import type { StoredOrder } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { createOrder, orderById } from './order.ts';
import { choose } from './payment.ts';
import { orderResponse } from './order-response.ts';

type ById = { Params: { id: string } };

const MAX_PER_PAGE = 100;

/** https://developer.coingate.com/reference/create-order and its neighbours */
export function orderRoutes(app: FastifyInstance, context: CoingateContext): void {
  app.post('/orders', (request) => orderResponse(context, createOrder(context, fieldsOf(request.body))));

  app.get<ById>('/orders/:id', (request) => orderResponse(context, orderById(context, request.params.id)));

  app.post<ById>('/orders/:id/checkout', (request) => {
    const order = orderById(context, request.params.id);
    const fields = fieldsOf(request.body);
    choose(context, order, fields['pay_currency'] ?? '', fields['platform_id']);
    return orderResponse(context, order);
  });

  app.get('/orders', (request) => {
    const query = fieldsOf(request.query);
    const found = Object.values(context.state.orders).filter((order) => matches(order, query));
    if (query['sort'] !== 'created_at_asc') found.reverse();
    const perPage = Math.min(MAX_PER_PAGE, wholeNumber(query['per_page'], MAX_PER_PAGE));
    const page = wholeNumber(query['page'], 1);
    return {
      current_page: page,
      per_page: perPage,
      total_orders: found.length,
      total_pages: Math.ceil(found.length / perPage),
      orders: found
        .slice((page - 1) * perPage, page * perPage)
        .map((order) => ({ ...orderResponse(context, order), ledger_transactions: [] })),
    };
  });
}

function matches(order: StoredOrder, query: Readonly<Record<string, string>>): boolean {
  const status = query['status'];
  return (
    (status === undefined || status === order.status) &&
    isWithin(order.createdAt, query['created_at[from]'], query['created_at[to]']) &&
    isWithin(order.paidAt, query['paid_at[from]'], query['paid_at[to]'])
  );
}

/** `from` and `to` are dates or timestamps; a date includes the whole day. */
function isWithin(moment: string | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (moment === null) return false;
  const end = to !== undefined && /^\d{4}-\d\d-\d\d$/.test(to) ? `${to}T23:59:59.999Z` : to;
  const at = Date.parse(moment);
  return (from === undefined || at >= Date.parse(from)) && (end === undefined || at <= Date.parse(end));
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise);
  return Number.isInteger(value) && value > 0 ? value : otherwise;
}
