import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';

/** Why a CoinGate request failed: no response, not found, or refused. */
type CoingateFailure = 'unavailable' | 'not_found' | 'refused';

export type CoingateStatus = z.output<typeof status>;

/** An order at CoinGate. */
export interface CoingateOrder {
  readonly id: string;
  readonly status: CoingateStatus;
  /** In the minor unit. */
  readonly priceAmount: number;
  readonly priceCurrency: string;
  readonly paymentUrl: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** Coins arrived, but fewer than requested. */
  readonly isUnderpaid: boolean;
  /** The overpaid amount, in the coin of the payment: `0.0001 BTC`. */
  readonly overpaid: string | null;
}

export interface CryptoCurrency {
  readonly symbol: string;
  readonly title: string;
}

/** The used part of CoinGate's API, version 2: https://developer.coingate.com/reference */
export interface Coingate {
  /** Creates an order that is paid on CoinGate's page. Every callback about it contains `token`. */
  createOrder(order: {
    readonly orderId: string;
    readonly title: string;
    /** In the minor unit. */
    readonly amount: number;
    readonly currency: string;
    readonly token: string;
    readonly callbackUrl: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<Result<CoingateOrder, CoingateFailure>>;
  order(id: string): Promise<Result<CoingateOrder, CoingateFailure>>;
  /** Returns the orders that were created since a time, the oldest first. */
  ordersSince(since: Date): Promise<Result<readonly CoingateOrder[], CoingateFailure>>;
  /** Returns the coins that customers can pay with, each once, in CoinGate's order. */
  currencies(): Promise<Result<readonly CryptoCurrency[], CoingateFailure>>;
}

const status = z.enum([
  'new',
  'pending',
  'confirming',
  'paid',
  'invalid',
  'expired',
  'canceled',
  'refunded',
  'partially_refunded',
]);
const moment = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));
/** CoinGate sends amounts as strings, and earlier sent them as numbers. */
const decimal = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);

const order = z.object({
  id: z.int(),
  status,
  price_amount: decimal,
  price_currency: z.string().check(z.length(3)),
  payment_url: z._default(z.string(), ''),
  created_at: moment,
  paid_at: z.optional(z.nullable(moment)),
  pay_amount: z.optional(z.nullable(decimal)),
  underpaid_amount: z.optional(z.nullable(decimal)),
  overpaid_amount: z.optional(z.nullable(decimal)),
  pay_currency: z.optional(z.nullable(z.string())),
});

/** https://developer.coingate.com/reference/list-orders */
const orderPage = z.object({ total_pages: z.int(), orders: z.array(order) });

const currencies = z.array(
  z.object({
    symbol: z.string().check(z.minLength(1), z.maxLength(20)),
    title: z.string().check(z.minLength(1), z.maxLength(60)),
    kind: z.string(),
    disabled: z._default(z.boolean(), false),
    merchant: z.object({ pay: z.boolean() }),
  }),
);

const timeoutMs = 10_000;

/**
 * Creates the client of CoinGate's API (https://developer.coingate.com/reference). A request that fails or takes more than ten seconds is
 * returned as a `CoingateFailure`, never thrown.
 */
export function createCoingate(options: { readonly apiUrl: string; readonly apiToken: string }): Coingate {
  const fetchJson = async <T extends z.ZodMiniType>(
    path: string,
    schema: T,
    form?: Readonly<Record<string, string>>,
  ): Promise<Result<z.output<T>, CoingateFailure>> => {
    try {
      const response = await fetch(`${options.apiUrl}${path}`, {
        method: form === undefined ? 'GET' : 'POST',
        headers: { accept: 'application/json', authorization: `Token ${options.apiToken}` },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
        // The token is sent only to the configured address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) return err(failureOf(response.status));
      const read = schema.safeParse(await response.json());
      return read.success ? ok(read.data) : err('unavailable');
    } catch {
      // No connection, a timeout, or a response that is not JSON.
      return err('unavailable');
    }
  };
  return {
    async createOrder({ orderId, title, amount, currency, token, callbackUrl, successUrl, cancelUrl }) {
      const made = await fetchJson('/orders', order, {
        order_id: orderId,
        price_amount: (amount / 100).toFixed(2),
        price_currency: currency,
        receive_currency: currency,
        title,
        token,
        callback_url: callbackUrl,
        success_url: successUrl,
        cancel_url: cancelUrl,
      });
      return made.ok ? ok(orderOf(made.value)) : made;
    },
    async order(id) {
      const fetched = await fetchJson(`/orders/${encodeURIComponent(id)}`, order);
      return fetched.ok ? ok(orderOf(fetched.value)) : fetched;
    },
    async ordersSince(since) {
      const found: CoingateOrder[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = new URLSearchParams({
          ...{ per_page: '100', page: String(page), sort: 'created_at_asc' },
          'created_at[from]': since.toISOString(),
        });
        const listed = await fetchJson(`/orders?${query.toString()}`, orderPage);
        if (!listed.ok) return listed;
        found.push(...listed.value.orders.map(orderOf));
        pages = listed.value.total_pages;
      }
      return ok(found);
    },
    async currencies() {
      const fetched = await fetchJson('/currencies?enabled=true&kind=crypto&merchant_pay=true', currencies);
      if (!fetched.ok) return fetched;
      const usable = fetched.value.filter(
        ({ kind, disabled, merchant }) => kind === 'crypto' && !disabled && merchant.pay,
      );
      return ok([...new Map(usable.map(({ symbol, title }) => [symbol, { symbol, title }])).values()]);
    },
  };
}

function failureOf(httpStatus: number): CoingateFailure {
  if (httpStatus === 404) return 'not_found';
  return httpStatus >= 500 || httpStatus === 429 ? 'unavailable' : 'refused';
}

function orderOf(given: z.output<typeof order>): CoingateOrder {
  const underpaid = Number(given.underpaid_amount ?? 0);
  const due = Number(given.pay_amount ?? 0);
  const overpaid = given.overpaid_amount ?? '0';
  return {
    id: String(given.id),
    status: given.status,
    priceAmount: Math.round(Number(given.price_amount) * 100),
    priceCurrency: given.price_currency,
    paymentUrl: given.payment_url,
    createdAt: new Date(given.created_at),
    paidAt: typeof given.paid_at === 'string' ? new Date(given.paid_at) : null,
    // Before any coins arrive, the full amount is missing.
    isUnderpaid: underpaid > 0 && underpaid < due,
    overpaid: Number(overpaid) > 0 ? `${overpaid} ${given.pay_currency ?? ''}`.trim() : null,
  };
}
