import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Coingate, CryptoCurrency } from '../../platform/coingate/coingate.ts';

const freshMs = 3600 * 1000;

type Listed = Result<readonly CryptoCurrency[], 'payment_not_started'>;

/** Returns a function that lists the coins CoinGate accepts, cached for one hour. If CoinGate fails, the last list stays in use. */
export function createCurrencies(deps: {
  readonly coingate: Coingate;
  readonly clock: Clock;
}): () => Promise<Listed> {
  let known: { readonly list: readonly CryptoCurrency[]; readonly at: number } | null = null;
  let refreshing: Promise<void> | null = null;
  const refresh = async () => {
    const fetched = await deps.coingate.currencies();
    if (fetched.ok && fetched.value.length > 0)
      known = { list: fetched.value, at: deps.clock.now().getTime() };
  };
  return async () => {
    const isFresh = known !== null && deps.clock.now().getTime() - known.at < freshMs;
    if (!isFresh) {
      refreshing ??= refresh().finally(() => (refreshing = null));
      await refreshing;
    }
    return known === null ? err('payment_not_started') : ok(known.list);
  };
}
