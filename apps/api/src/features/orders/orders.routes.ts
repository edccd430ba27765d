import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { createOrder } from './create-order.ts';
import { expectedFreeDays } from './expected-free-days.ts';
import { findOrder, type StoredOrder } from './orders.store.ts';
import { type PayDeps, payOrder } from './pay-order.ts';
import { type CheckoutSettings, presentOrder } from './show-order.ts';

export type OrderDeps = PayDeps & { readonly settings: CheckoutSettings };

async function shown(deps: OrderDeps, order: StoredOrder) {
  const { paymentAdapters } = deps;
  const freeDays = await expectedFreeDays(deps.db, order);
  return presentOrder(order, deps.settings, deps.clock.now(), { paymentAdapters, freeDays });
}

export const createOrderRoute = (deps: OrderDeps) =>
  route(api.createOrder, async ({ caller, body }) => {
    const created = await createOrder(deps, { userId: caller.id, request: body });
    if (!created.ok) return created;
    return ok({ order: await shown(deps, created.value) });
  });

export const payOrderRoute = (deps: OrderDeps) =>
  route(api.payOrder, async ({ caller, params, body }) => {
    const paid = await payOrder(deps, { user: caller, orderId: params.id, method: body.method });
    if (!paid.ok) return paid;
    return ok({ order: await shown(deps, paid.value) });
  });

export const showOrderRoute = (deps: OrderDeps) =>
  route(api.showOrder, async ({ caller, params }) => {
    const order = await findOrder(deps.db, caller.id, params.id);
    if (order === null) return err('not_found');
    return ok({ order: await shown(deps, order) });
  });
