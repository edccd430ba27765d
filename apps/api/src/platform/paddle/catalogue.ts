import { ApiError, type CurrencyCode, type Paddle } from '@paddle/paddle-node-sdk';

/** Our products and prices at Paddle. Failures are thrown as one sentence, for an operator's command. */
export interface Catalogue {
  createProduct(name: string): Promise<string>;
  createPrice(price: {
    readonly productId: string;
    readonly description: string;
    readonly amount: number;
    readonly currency: string;
    /** It renews every `months`; `trialDays` delay the first charge. Null for a one-time price. */
    readonly cycle: { readonly months: number; readonly trialDays: number } | null;
    /** Maximum quantity per purchase; 1 by default. */
    readonly maximum?: number;
  }): Promise<string>;
}

/** Creates the adapter for products and prices at Paddle (https://developer.paddle.com/api-reference). */
export function createCatalogue(paddle: Paddle): Catalogue {
  return {
    async createProduct(name) {
      const product = await callCatalogue(() => paddle.products.create({ name, taxCategory: 'standard' }));
      return product.id;
    },
    async createPrice({ productId, description, amount, currency, cycle, maximum }) {
      const price = await callCatalogue(() =>
        paddle.prices.create({
          productId,
          description,
          name: description,
          unitPrice: { amount: String(amount), currencyCode: currency as CurrencyCode },
          ...(cycle === null ? {} : recurring(cycle)),
          quantity: { minimum: 1, maximum: maximum ?? 1 },
        }),
      );
      return price.id;
    },
  };
}

/** Names the relevant variables: the error of `fetch` does not state why a host is unreachable. */
async function callCatalogue<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError)
      throw new Error(`Paddle refused (${error.code}): check PADDLE_API_KEY`, { cause: error });
    throw new Error('Paddle isn’t responding: check PADDLE_API_URL', { cause: error });
  }
}

function recurring({ months, trialDays }: { readonly months: number; readonly trialDays: number }) {
  return {
    billingCycle:
      months % 12 === 0
        ? { interval: 'year' as const, frequency: months / 12 }
        : { interval: 'month' as const, frequency: months },
    trialPeriod: trialDays > 0 ? { interval: 'day' as const, frequency: trialDays } : null,
  };
}
