import type { Money } from '@comet/foundation';
import type { Prices } from './bought.ts';

/** The lowest price of a month of a type of address, over all periods; null while it is not on sale. */
export function lowestMonthlyPrice(
  prices: Prices['dedicatedIps'],
  type: Prices['dedicatedIps'][number]['type'],
): Money | null {
  const monthly = prices.filter((price) => price.type === type).map(({ monthlyPrice }) => monthlyPrice);
  return monthly.toSorted((one, other) => one.amount - other.amount)[0] ?? null;
}
