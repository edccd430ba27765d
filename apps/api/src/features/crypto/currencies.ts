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
  let asking: Promise<void> | null = null;
  const ask = async () => {
    const asked = await deps.coingate.currencies();
    if (asked.ok && asked.value.length > 0) known = { list: asked.value, at: deps.clock.now().getTime() };
  };
  return async () => {
    const isFresh = known !== null && deps.clock.now().getTime() - known.at < freshMs;
    if (!isFresh) {
      asking ??= ask().finally(() => (asking = null));
      await asking;
    }
    return known === null ? err('payment_not_started') : ok(known.list);
  };
}
