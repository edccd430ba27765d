import { err, ok } from '@comet/foundation';
import type { Coingate, CoingateOrder } from '../../src/platform/coingate/coingate.ts';

/** A fake CoinGate: the test sets the orders' states. It sends no callbacks itself. */
export interface FakeCoingate extends Coingate {
  /** The requested orders, by CoinGate's id. */
  readonly made: ReadonlyMap<
    string,
    { readonly token: string; readonly amount: number; readonly callbackUrl: string }
  >;
  /** Changes an order's fields. */
  set(id: string, change: Partial<CoingateOrder>): void;
  /** Whether it responds to requests. */
  responds: boolean;
}

let ids = 5000;

export function createFakeCoingate(): FakeCoingate {
  const orders = new Map<string, CoingateOrder>();
  const made = new Map<string, { token: string; amount: number; callbackUrl: string }>();
  const fake: FakeCoingate = {
    made,
    responds: true,
    set(id, change) {
      const order = orders.get(id);
      if (order === undefined) throw new Error(`no order ${id}`);
      orders.set(id, { ...order, ...change });
    },
    createOrder({ amount, currency, token, callbackUrl }) {
      if (!fake.responds) return Promise.resolve(err('unavailable'));
      ids += 1;
      const order: CoingateOrder = {
        id: String(ids),
        status: 'new',
        priceAmount: amount,
        priceCurrency: currency,
        paymentUrl: `https://coingate.example/invoice/${ids}`,
        createdAt: new Date('2026-11-21T12:00:00.000Z'),
        paidAt: null,
        isUnderpaid: false,
        overpaid: null,
      };
      orders.set(order.id, order);
      made.set(order.id, { amount, token, callbackUrl });
      return Promise.resolve(ok(order));
    },
    order(id) {
      const order = orders.get(id);
      if (!fake.responds) return Promise.resolve(err('unavailable'));
      return Promise.resolve(order === undefined ? err('not_found') : ok(order));
    },
    ordersSince: (since) =>
      Promise.resolve(
        fake.responds
          ? ok([...orders.values()].filter(({ createdAt }) => createdAt >= since))
          : err('unavailable'),
      ),
    currencies: () =>
      Promise.resolve(fake.responds ? ok([{ symbol: 'BTC', title: 'Bitcoin' }]) : err('unavailable')),
  };
  return fake;
}
