import type { FastifyInstance } from 'fastify';
import { fieldsOf } from '../api/api.ts';
import { orderById } from '../orders/order.ts';
import type { CoingateContext } from '../context.ts';
import { createRefund, refundById } from './refund.ts';
import { refundResponse } from './refund-response.ts';

type OfOrder = { Params: { id: string; refund: string } };

/** https://developer.coingate.com/reference/create-refund and its neighbours */
export function refundRoutes(app: FastifyInstance, context: CoingateContext): void {
  app.post<OfOrder>('/orders/:id/refunds', (request) => {
    const order = orderById(context, request.params.id);
    return refundResponse(order, createRefund(context, order, fieldsOf(request.body)));
  });

  app.get<OfOrder>('/orders/:id/refunds', (request) => {
    const order = orderById(context, request.params.id);
    return order.refunds.map((refund) => refundResponse(order, refund));
  });

  app.get<OfOrder>('/orders/:id/refunds/:refund', (request) => {
    const order = orderById(context, request.params.id);
    return refundResponse(order, refundById(order, request.params.refund));
  });
}
