import type { Database } from '../../platform/database/database.ts';
import type { Catalogue } from '../../platform/paddle/catalogue.ts';
import {
  addPrices,
  pricesOnSale,
  type PriceTerms,
  setPricePaddleIds,
  type StoredPrice,
} from './prices.store.ts';

const usd = { currency: 'USD' } as const;
const address = (
  kind: 'dedicated' | 'dedicated_residential',
  months: number,
  amount: number,
): PriceTerms => ({
  ...usd,
  id: `${kind.replace('_', '-')}-${months}`,
  kind,
  months,
  amount,
});

/** Initial prices besides plans; an operator changes them by command. */
export const firstPrices: readonly PriceTerms[] = [
  { ...usd, id: 'residential-data', kind: 'residential_data', months: null, amount: 100 },
  { ...usd, id: 'proxy-traffic', kind: 'proxy_traffic', months: null, amount: 200 },
  address('dedicated', 1, 499),
  address('dedicated', 6, 2694),
  address('dedicated', 12, 4788),
  address('dedicated_residential', 1, 799),
  address('dedicated_residential', 6, 4314),
  address('dedicated_residential', 12, 7188),
];

/**
 * Inserts the first prices that are missing. Existing rows stay as they are. Residential data is off sale where no app is published: nothing
 * else can use it.
 */
export async function seedPrices(
  db: Database,
  { isAppPublished }: { readonly isAppPublished: boolean },
): Promise<void> {
  const isOnSale = ({ kind }: PriceTerms) => isAppPublished || kind !== 'residential_data';
  await addPrices(
    db,
    firstPrices.map((price) => ({ ...price, onSale: isOnSale(price) })),
  );
}

const names = {
  residential_data: 'Residential VPN data, 1 GB',
  proxy_traffic: 'Residential proxy traffic, 1 GB',
  dedicated: 'Dedicated IP',
  dedicated_residential: 'Dedicated residential IP',
} as const;

function nameOf({ kind, months }: Pick<StoredPrice, 'kind' | 'months'>): string {
  if (months === null) return names[kind];
  return `${names[kind]}, ${months === 1 ? '1 month' : `${months} months`}`;
}

/** Creates the Paddle price of an amount; returns its id. Up to a thousand gigabytes can be bought at once. */
export function publishPrice(
  catalogue: Catalogue,
  price: Pick<StoredPrice, 'kind' | 'months' | 'currency' | 'amount'> & { readonly productId: string },
): Promise<string> {
  return catalogue.createPrice({
    productId: price.productId,
    description: nameOf(price),
    amount: price.amount,
    currency: price.currency,
    cycle: null,
    maximum: price.months === null ? 1000 : 1,
  });
}

/** Creates the missing products and prices at Paddle. Each id is stored at once, so a failure causes no duplicates. */
export async function publishPrices(db: Database, catalogue: Catalogue): Promise<void> {
  for (const price of await pricesOnSale(db)) {
    let productId = price.paddleProductId;
    if (productId === null) {
      productId = await catalogue.createProduct(`Comet, ${nameOf(price)}`);
      await setPricePaddleIds(db, price.id, { paddleProductId: productId });
    }
    if (price.paddlePriceId === null) {
      const paddlePriceId = await publishPrice(catalogue, { ...price, productId });
      await setPricePaddleIds(db, price.id, { paddlePriceId });
    }
  }
}
