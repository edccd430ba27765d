import type { CurrencyCode, Paddle } from '@paddle/paddle-node-sdk';

/** What we sell, as Paddle keeps it. Failures are thrown: this is an operator's command, not a request. */
export interface Catalogue {
  createProduct(name: string): Promise<string>;
  /** A price that renews every `months`; with `trialDays` the first charge waits so long. */
  createPrice(price: {
    readonly productId: string;
    readonly description: string;
    readonly months: number;
    readonly amount: number;
    readonly currency: string;
    readonly trialDays: number;
  }): Promise<string>;
}

export function createCatalogue(paddle: Paddle): Catalogue {
  return {
    async createProduct(name) {
      const product = await paddle.products.create({ name, taxCategory: 'standard' });
      return product.id;
    },
    async createPrice({ productId, description, months, amount, currency, trialDays }) {
      const cycle =
        months % 12 === 0
          ? { interval: 'year' as const, frequency: months / 12 }
          : { interval: 'month' as const, frequency: months };
      const price = await paddle.prices.create({
        productId,
        description,
        name: description,
        unitPrice: { amount: String(amount), currencyCode: currency as CurrencyCode },
        billingCycle: cycle,
        trialPeriod: trialDays > 0 ? { interval: 'day', frequency: trialDays } : null,
        quantity: { minimum: 1, maximum: 1 },
      });
      return price.id;
    },
  };
}
