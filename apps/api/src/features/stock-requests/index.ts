import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { requestStock, type StockRequestDeps } from './request-stock.ts';
import { deleteStockRequest, stockRequestsOf } from './stock-requests.store.ts';

export { notifyOfStock } from './notify-of-stock.ts';
export { deleteStockRequestsOf } from './stock-requests.store.ts';

/** Returns the routes that list, add and remove the caller's requests for an email when a product is in stock in a country. */
export function stockRequestsRoutes(deps: StockRequestDeps): Route[] {
  return [
    route(api.listStockRequests, async ({ caller }) =>
      ok({ requests: [...(await stockRequestsOf(deps.db, caller.id))] }),
    ),
    route(api.addStockRequest, ({ caller, body }) => requestStock(deps, caller, body)),
    route(api.removeStockRequest, async ({ caller, params }) => {
      await deleteStockRequest(deps.db, { userId: caller.id, ...params });
      return ok(undefined);
    }),
  ];
}
