import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { createCurrencies } from './currencies.ts';

export function cryptoRoutes(deps: { readonly coingate: Coingate; readonly clock: Clock }): Route[] {
  const currencies = createCurrencies(deps);
  return [
    route(api.listCryptoCurrencies, async () => {
      const listed = await currencies();
      return listed.ok ? ok({ currencies: [...listed.value] }) : listed;
    }),
  ];
}
