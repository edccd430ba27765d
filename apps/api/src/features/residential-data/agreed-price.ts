import type { Money } from '@comet/foundation';
import type { DataAccount } from './accounts.store.ts';

/** As what a gigabyte of each product is sold. */
export const priceKinds = {
  residential_vpn: 'residential_data',
  residential_proxy: 'proxy_traffic',
} as const;

type KeptPrice = Pick<DataAccount, 'automaticPriceAmount' | 'automaticPriceCurrency'>;

/** What a gigabyte may cost that is bought by itself: what it cost when that was chosen. Null where none was sold then. */
export function agreedPriceOf({
  automaticPriceAmount: amount,
  automaticPriceCurrency: currency,
}: KeptPrice): Money | null {
  return amount === null || currency === null ? null : { amount, currency };
}

/** The columns that keep a price that is agreed to. */
export function keptPrice(price: Money | null): KeptPrice {
  return { automaticPriceAmount: price?.amount ?? null, automaticPriceCurrency: price?.currency ?? null };
}

/** Whether a price is one that nobody has agreed to: it has risen, or is in another currency. */
export function isBeyond(price: Money, agreed: Money | null): boolean {
  return agreed !== null && (price.currency !== agreed.currency || price.amount > agreed.amount);
}
