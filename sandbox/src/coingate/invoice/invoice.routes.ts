import type { FastifyInstance } from 'fastify';
import { CoingateError, recordNotFound } from '../api/coingate-error.ts';
import { sendCustomerPage } from '../../platform/customer-page.ts';
import { ACTS, type Act, act } from '../orders/acts.ts';
import { shownOrder } from '../orders/shown-order.ts';
import type { StoredOrder } from '../state.ts';
import type { CoingateWorld } from '../world.ts';
import { invoicePage } from './invoice-page.ts';

type Invoice = { Params: { uuid: string }; Querystring: { act?: string } };

/**
 * Where customers pay; no token is needed. A form leads back to the page (and to the shop after a cancellation); JSON is
 * answered with the order.
 */
export function invoiceRoutes(app: FastifyInstance, world: CoingateWorld): void {
  app.get<Invoice>('/invoice/:uuid', (request, reply) =>
    sendCustomerPage(reply, invoicePage(world, orderByUuid(request.params.uuid), null)),
  );

  app.post<Invoice>('/invoice/:uuid', (request, reply) => {
    const order = orderByUuid(request.params.uuid);
    const wantsPage = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    try {
      act(world, order, actNamed(request.query.act), request.body);
    } catch (error) {
      if (wantsPage !== true || !(error instanceof CoingateError)) throw error;
      return sendCustomerPage(reply, invoicePage(world, order, error.message), error.status);
    }
    if (wantsPage !== true) return shownOrder(world, order);
    const leaves = request.query.act === 'cancel' && order.cancelUrl !== null;
    return reply.redirect(
      leaves && order.cancelUrl ? order.cancelUrl : `/coingate/invoice/${order.uuid}`,
      303,
    );
  });

  function orderByUuid(uuid: string): StoredOrder {
    const order = Object.values(world.state.orders).find((each) => each.uuid === uuid);
    if (order === undefined) throw recordNotFound('Invoice');
    return order;
  }
}

function actNamed(name: string | undefined): Act {
  const known = ACTS.find((candidate) => candidate === name);
  if (known === undefined) throw recordNotFound(`Act ${name ?? ''}`);
  return known;
}
