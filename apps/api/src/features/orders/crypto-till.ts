import { err, ok, type Result } from '@comet/foundation';
import type { Coingate } from '../../platform/coingate/coingate.ts';
import { newSecretToken } from '../../platform/keys/secret-token.ts';
import type { PaddleFailure } from '../../platform/paddle/paddle-call.ts';
import { cryptoFeeOf } from './crypto-fee.ts';
import type { StoredOrder } from './orders.store.ts';
import type { OpenCheckout, Till } from './till.ts';

/** Coins, on a page of CoinGate's that leads back to the order. */
export function cryptoTill(
  coingate: Coingate,
  addresses: { readonly publicUrl: string; readonly dashboardUrl: string },
): Till {
  return {
    provider: 'coingate',
    methods: ['crypto'],
    prepare(_trx, { order }) {
      // Nothing that costs nothing can be paid there.
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
    // Whatever is the matter with CoinGate, the customer can only try later or pay otherwise.
    if (!made.ok || made.value.paymentUrl === '') return err('payment_not_started');
    const { id, paymentUrl } = made.value;
    return ok({ columns: { coingateOrderId: id, coingateTokenHash: secret.hash, paymentUrl } });
  }
}

/** Where the dashboard shows what became of an order. */
function placeOf({ id, kind }: StoredOrder): string {
  return kind === 'subscription' ? `/payment/subscription/${id}` : `/payment/services/${id}`;
}
