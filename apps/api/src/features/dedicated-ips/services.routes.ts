import { api, type ReplyOf } from '@comet/contract';
import { err, ok, type Result, type Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { pricesOnSale } from '../plans/index.ts';
import { createMissingProxies, rotatePassword } from './service-proxy.ts';
import { findService, noteService, servicesOf, type ServiceWithAddress } from './services.store.ts';
import { dedicatedStock, kindsOnSale } from './stock.store.ts';
import { type SwapDeps, swapAddress, nextSwapAt } from './swap.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import { isStopped } from '../grants/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { serviceRouteOf } from './service-route.store.ts';

export type ServicesDeps = SwapDeps & { readonly reads: Database };

export const listPricesRoute = ({ db, reads }: ServicesDeps) =>
  route(api.listPrices, async ({ caller }) => {
    const [prices, stock, kinds] = await Promise.all([
      pricesOnSale(reads),
      // Of a customer, it depends on the orders that they have just placed.
      dedicatedStock(db, caller?.id ?? null),
      kindsOnSale(reads),
    ]);
    const perGigabyte = (kind: 'residential_data' | 'proxy_traffic') => {
      const price = prices.find((one) => one.kind === kind);
      return price === undefined ? null : { amount: price.amount, currency: price.currency };
    };
    return ok({
      residentialData: perGigabyte('residential_data'),
      proxyTraffic: perGigabyte('proxy_traffic'),
      dedicatedIps: prices.flatMap(({ kind: type, months, amount, currency }) =>
        type === 'residential_data' || type === 'proxy_traffic' || months === null
          ? []
          : [
              {
                ...{ type, months },
                price: { amount, currency },
                monthlyPrice: { amount: Math.round(amount / months), currency },
              },
            ],
      ),
      stock: [...stock],
      soldOut: kinds.filter(
        ({ type, country }) => !stock.some((one) => one.type === type && one.country === country),
      ),
    });
  });

export const listServicesRoute = (deps: ServicesDeps) =>
  route(api.listServices, async ({ caller }) => {
    await createMissingProxies(deps, { userId: caller.id });
    const services = await servicesOf(deps.db, caller.id);
    return ok({ services: await Promise.all(services.map((service) => presentService(deps, service))) });
  });

export const showServiceRoute = (deps: ServicesDeps) =>
  route(api.showService, async ({ caller, params }) => {
    await createMissingProxies(deps, { userId: caller.id });
    return shown(deps, caller.id, params.id);
  });

export const noteServiceRoute = (deps: ServicesDeps) =>
  route(api.noteService, async ({ caller, params, body }) => {
    await noteService(deps.db, { userId: caller.id, id: params.id, note: body.note });
    return shown(deps, caller.id, params.id);
  });

export const swapAddressRoute = (deps: ServicesDeps) =>
  route(api.swapAddress, async ({ caller, params, body }) => {
    const swapped = await swapAddress(deps, { userId: caller.id, id: params.id, reason: body.reason });
    return swapped.ok ? shown(deps, caller.id, params.id) : swapped;
  });

export const rotateServicePasswordRoute = (deps: ServicesDeps) =>
  route(api.rotateServicePassword, async ({ caller, params }) => {
    const rotated = await rotatePassword(deps, { userId: caller.id, id: params.id });
    return rotated.ok ? shown(deps, caller.id, params.id) : rotated;
  });

async function shown(
  deps: ServicesDeps,
  userId: string,
  id: string,
): Promise<Result<ReplyOf<typeof api.showService>, 'not_found'>> {
  const service = await findService(deps.db, userId, id);
  return service === null ? err('not_found') : ok({ service: await presentService(deps, service) });
}

type Shown = ReplyOf<typeof api.showService>['service'];

/** Returns a service as its owner sees it. Its proxy credentials are included while they are valid. */
async function presentService(
  { db, clock, sealer }: { readonly db: Database; readonly clock: Clock; readonly sealer: Sealer },
  service: ServiceWithAddress,
): Promise<Shown> {
  const now = clock.now();
  const { id, type, country, startedAt, activeUntil, note } = service;
  const isOver = service.state === 'active' && activeUntil !== null && activeUntil <= now;
  const state = isOver ? 'expired' : service.state;
  const route = state === 'active' ? await serviceRouteOf(db, id, now) : null;
  const { proxyUsername: username, sealedProxyPassword: sealed } = service;
  const stopped = await isStopped(db, service.userId);
  const isReachable = !stopped && route?.proxy && username !== null && sealed !== null;
  const mayUse = isReachable ? await hasAccess(db, service.userId, now) : false;
  return {
    ...{ id, type, country, state, note, stopped },
    address: state === 'active' ? service.address : null,
    location: route?.location ?? null,
    gatewayId: route?.gatewayId ?? null,
    online: route?.online ?? false,
    proxy: isReachable && mayUse ? { ...route.proxy, username, password: String(sealer.open(sealed)) } : null,
    canSwap: state === 'active' && (await nextSwapAt(db, id)) <= now,
    startedAt: startedAt?.toISOString() ?? null,
    activeUntil: activeUntil?.toISOString() ?? null,
    createdAt: service.createdAt.toISOString(),
  };
}
