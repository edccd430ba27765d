import { prices } from './countries.ts';

/** Returns the lowest monthly price of a dedicated IP; null if none of the type is on sale. */
export function cheapestAddress(type: (typeof prices.dedicatedIps)[number]['type']) {
  const offers = prices.dedicatedIps.filter((offer) => offer.type === type);
  return cheapestOf(offers)?.monthlyPrice ?? null;
}

/** Returns the offer with the lowest monthly price; undefined without an offer. */
export function cheapestOf<Offer extends { readonly monthlyPrice: { readonly amount: number } }>(
  offers: readonly Offer[],
): Offer | undefined {
  return offers.toSorted((one, other) => one.monthlyPrice.amount - other.monthlyPrice.amount)[0];
}
