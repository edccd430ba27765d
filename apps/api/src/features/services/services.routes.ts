import { api, type ReplyOf } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import { pricesOnSale } from '../plans/index.ts';
import { balanceOf } from '../residential-data/index.ts';
import { stock } from './addresses.store.ts';
import { findService, servicesOf, type ServiceWithAddress } from './services.store.ts';

export interface ServicesDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const listPricesRoute = ({ db }: ServicesDeps) =>
  route(api.listPrices, async () => {
    const [prices, inStock] = await Promise.all([pricesOnSale(db), stock(db)]);
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
      stock: inStock.map(({ type, country }) => ({ type, country })),
    });
  });

export const listServicesRoute = ({ db, clock }: ServicesDeps) =>
  route(api.listServices, async ({ caller }) => {
    const services = await servicesOf(db, caller.id);
    return ok({ services: services.map((service) => present(service, clock.now())) });
  });

export const showServiceRoute = ({ db, clock }: ServicesDeps) =>
  route(api.showService, async ({ caller, params }) => {
    const service = await findService(db, caller.id, params.id);
    return service === null ? err('not_found') : ok({ service: present(service, clock.now()) });
  });

export const showProxyTrafficRoute = ({ db }: ServicesDeps) =>
  route(api.showProxyTraffic, async ({ caller }) =>
    ok(await balanceOf(db, { userId: caller.id, product: 'residential_proxy' })),
  );

function present(service: ServiceWithAddress, now: Date): ReplyOf<typeof api.showService>['service'] {
  const { id, type, country, startedAt, activeUntil } = service;
  const isOver = service.state === 'active' && activeUntil !== null && activeUntil <= now;
  const state = isOver ? 'expired' : service.state;
  return {
    ...{ id, type, country, state },
    address: state === 'active' ? service.address : null,
    startedAt: startedAt?.toISOString() ?? null,
    activeUntil: activeUntil?.toISOString() ?? null,
    createdAt: service.createdAt.toISOString(),
  };
}
