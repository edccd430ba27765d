import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/route.ts';
import { createOrder } from './create-order.ts';
import { findOrder } from './orders.store.ts';
import { type PayDeps, payOrder } from './pay-order.ts';
import { type CheckoutSettings, presentOrder } from './show-order.ts';

export type OrderDeps = PayDeps & { readonly settings: CheckoutSettings };

export const createOrderRoute = (deps: OrderDeps) =>
  route(api.createOrder, async ({ caller, body }) => {
    const created = await createOrder(deps, { userId: caller.id, wish: body });
    if (!created.ok) return created;
    return ok({ order: presentOrder(created.value, deps.settings, deps.clock.now(), deps.tills) });
  });

export const payOrderRoute = (deps: OrderDeps) =>
  route(api.payOrder, async ({ caller, params, body }) => {
    const paid = await payOrder(deps, { user: caller, orderId: params.id, method: body.method });
    if (!paid.ok) return paid;
    return ok({ order: presentOrder(paid.value, deps.settings, deps.clock.now(), deps.tills) });
  });

export const showOrderRoute = (deps: OrderDeps) =>
  route(api.showOrder, async ({ caller, params }) => {
    const order = await findOrder(deps.db, caller.id, params.id);
    if (order === null) return err('not_found');
    return ok({ order: presentOrder(order, deps.settings, deps.clock.now(), deps.tills) });
  });
