import type { CoingateOrder, CoingateStatus } from '../../platform/coingate/coingate.ts';
import type { CheckoutEnded, ProviderEvent } from '../subscription/index.ts';
import type { ReceivedEvent } from './received-event.ts';

/**
 * What CoinGate's answer about an order says, in the form of a notification. One status is one event, however often it is asked for. A payment
 * counts when it is paid, and stays one when it is refunded: a refund is recorded by an operator, who knows what was sent back.
 */
export function readCoingateOrder(order: CoingateOrder): ReceivedEvent {
  const { id: transactionId, status, createdAt, paidAt } = order;
  const at = paidAt ?? createdAt;
  return {
    eventId: `asked:${transactionId}:${status}${order.isUnderpaid ? ':underpaid' : ''}`,
    eventType: `order.${status}`,
    occurredAt: at,
    transactionId,
    subscriptionId: null,
    event: eventOf(order, at.toISOString()),
  };
}

const isPaid: Readonly<Record<CoingateStatus, boolean>> = {
  new: false,
  pending: false,
  confirming: false,
  invalid: false,
  expired: false,
  canceled: false,
  paid: true,
  refunded: true,
  partially_refunded: true,
};

function eventOf(order: CoingateOrder, at: string): ProviderEvent | null {
  const { id: transactionId, status, priceAmount: amount, priceCurrency: currency } = order;
  if (isPaid[status]) {
    return {
      type: 'payment_completed',
      at,
      transactionId,
      subscriptionId: null,
      priceIds: [],
      amount,
      tax: 0,
      currency,
      period: null,
      method: { kind: 'crypto', lastDigits: null },
    };
  }
  const reason = endOf(order);
  return reason === null ? null : { type: 'checkout_ended', at, transactionId, subscriptionId: null, reason };
}

function endOf({ status, isUnderpaid }: CoingateOrder): CheckoutEnded['reason'] | null {
  if (status !== 'expired' && status !== 'canceled' && status !== 'invalid') return null;
  return isUnderpaid ? 'underpaid' : status;
}
