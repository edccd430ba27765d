import { err, ok, type Result } from '@comet/foundation';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import { newSecretToken } from '../../platform/keys/secret-token.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import type { StoredOrder } from './orders.store.ts';
import type { OpenCheckout, PaymentAdapter } from './payment-adapter.ts';
import type { StoredOrderLine } from '../../platform/database/schema.ts';
import type { Quote } from './quote.ts';

/** The fee for paying in crypto, in percent. It is not refunded. */
const feePercent = 1;

/** Adds the crypto fee to a quote: a separate line, rounded to the nearest cent and at least one cent. */
export function withCryptoFee<Given extends Quote>(quote: Given): Given {
  if (quote.total === 0) return quote;
  const amount = Math.max(1, Math.round((quote.total * feePercent) / 100));
  return {
    ...quote,
    lines: [...quote.lines, { kind: 'crypto_fee', quantity: feePercent, amount }],
    total: quote.total + amount,
  };
}

/** Returns the crypto fee of an order, in the minor unit; null for an order that is not paid in crypto. */
export function cryptoFeeOf(lines: readonly StoredOrderLine[]): number | null {
  return lines.find(({ kind }) => kind === 'crypto_fee')?.amount ?? null;
}

/** Takes crypto payments on a CoinGate page that links back to the order. */
export function cryptoPaymentAdapter(
  coingate: Coingate,
  addresses: { readonly publicUrl: string; readonly dashboardUrl: string },
): PaymentAdapter {
  return {
    provider: 'coingate',
    methods: ['crypto'],
    prepare(_trx, { order }) {
      // Orders without a crypto fee line, such as free ones, cannot be paid in crypto.
      if (cryptoFeeOf(order.lines) === null) return Promise.resolve(err('payment_not_started'));
      return Promise.resolve(ok(() => open(order)));
    },
  };

  async function open(order: StoredOrder): Promise<Result<OpenCheckout, PaddleFailure>> {
    const secret = newSecretToken();
    const back = `${addresses.dashboardUrl}${placeOf(order)}`;
    const made = await coingate.createOrder({
      orderId: order.id,
      title: 'Comet VPN',
      amount: order.totalAmount,
      currency: order.currency,
      token: secret.token,
      callbackUrl: `${addresses.publicUrl}/api/v1/webhooks/coingate`,
      successUrl: back,
      cancelUrl: back,
    });
    // Whatever CoinGate's error is, the customer can only retry later or use another payment method.
    if (!made.ok || made.value.paymentUrl === '') return err('payment_not_started');
    const { id, paymentUrl } = made.value;
    return ok({ columns: { coingateOrderId: id, coingateTokenHash: secret.hash, paymentUrl } });
  }
}

/** Returns the dashboard path that shows the order's outcome. */
function placeOf({ id, kind }: StoredOrder): string {
  return kind === 'subscription' ? `/payment/subscription/${id}` : `/payment/services/${id}`;
}
