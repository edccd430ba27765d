import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { createCurrencies } from './currencies.ts';

/**
 * Returns the route that lists the coins CoinGate accepts, cached for an hour. Its error is `payment_not_started`, if no list was ever
 * received.
 */
export function cryptoRoutes(deps: { readonly coingate: Coingate; readonly clock: Clock }): Route[] {
  const currencies = createCurrencies(deps);
  return [
    route(api.listCryptoCurrencies, async () => {
      const listed = await currencies();
      return listed.ok ? ok({ currencies: [...listed.value] }) : listed;
    }),
  ];
}
