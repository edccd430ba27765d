import { currencyNamed } from '../currencies/currencies.ts';
import type { Refund, StoredOrder } from '../state.ts';

/** Returns the API response of a refund (https://developer.coingate.com/reference/create-refund). */
export function refundResponse(order: StoredOrder, refund: Refund): Readonly<Record<string, unknown>> {
  const currency = currencyNamed(refund.symbol);
  const named = { id: currency?.id, title: currency?.title, symbol: refund.symbol };
  const platform = currency?.platforms.find((each) => each.id_name === refund.platform);
  return {
    id: refund.id,
    request_amount: refund.requestAmount,
    refund_amount: refund.refundAmount,
    request_currency: { id: currencyNamed(order.priceCurrency)?.id, symbol: order.priceCurrency },
    address: refund.address,
    status: refund.status,
    memo: refund.memo,
    reason: refund.reason,
    email: refund.email,
    created_at: refund.createdAt.replace(/\.\d+Z$/, '+00:00'),
    order: { id: order.id },
    refund_currency: { ...named, platform: { id: platform?.id, title: platform?.title } },
    transactions: [],
    ledger_account: { id: refund.ledgerAccountId, currency: named },
  };
}
