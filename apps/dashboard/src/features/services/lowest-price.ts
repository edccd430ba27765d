import type { Money } from '@comet/foundation';
import type { Prices } from './services-queries.ts';

/** Returns the lowest monthly price of a type of address, or of any type, over all periods; null while it is not on sale. */
export function lowestMonthlyPrice(
  prices: Prices['dedicatedIps'],
  type?: Prices['dedicatedIps'][number]['type'],
): Money | null {
  const ofType = type === undefined ? prices : prices.filter((price) => price.type === type);
  const monthly = ofType.map(({ monthlyPrice }) => monthlyPrice);
  return monthly.toSorted((one, other) => one.amount - other.amount)[0] ?? null;
}
