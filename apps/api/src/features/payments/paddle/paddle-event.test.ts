import { expect, test } from 'vitest';
import { readPaddleEvent } from './paddle-event.ts';

const envelope = (type: string, data: object) => ({
  event_id: 'evt_1',
  event_type: type,
  occurred_at: '2026-11-21T12:00:00.123456Z',
  notification_id: 'ntf_1',
  data,
});

const transaction = {
  id: 'txn_1',
  status: 'completed',
  subscription_id: 'sub_1',
  customer_id: 'ctm_1',
  currency_code: 'USD',
  billing_period: { starts_at: '2026-11-21T12:00:00Z', ends_at: '2027-11-21T12:00:00Z' },
  items: [{ price: { id: 'pri_1', unit_price: { amount: '5988' } }, quantity: 1 }],
  discount_id: 'dsc_1',
  details: { totals: { subtotal: '5988', tax: '998', grand_total: '6986' } },
  payments: [
    { status: 'error', method_details: { type: 'card', card: { last4: '0002' } } },
    { status: 'captured', method_details: { type: 'card', card: { last4: '4242' } } },
  ],
};

test('a completed transaction is a payment, by the method that was captured', () => {
  const read = readPaddleEvent(envelope('transaction.completed', transaction));
  expect(read).toMatchObject({
    ok: true,
    value: {
      eventId: 'evt_1',
      transactionId: 'txn_1',
      subscriptionId: 'sub_1',
      event: {
        type: 'payment_completed',
        amount: 6986,
        tax: 998,
        priceIds: ['pri_1'],
        discountId: 'dsc_1',
        method: { kind: 'card', lastDigits: '4242' },
      },
    },
  });
});

const adjustment = {
  id: 'adj_1',
  action: 'refund',
  type: 'full',
  status: 'approved',
  transaction_id: 'txn_1',
  subscription_id: 'sub_1',
  currency_code: 'USD',
  totals: { subtotal: '4990', tax: '998', total: '5988' },
};
const adjustmentEvent = (data: object) => {
  const read = readPaddleEvent(envelope('adjustment.updated', { ...adjustment, ...data }));
  return read.ok ? read.value.event : 'malformed';
};

test('reads an adjustment with its amount and status', () => {
  expect(adjustmentEvent({})).toMatchObject({
    type: 'payment_adjusted',
    action: 'refund',
    status: 'approved',
    isWhole: true,
    amount: 5988,
    tax: 998,
  });
  expect(adjustmentEvent({ status: 'pending_approval' })).toMatchObject({ status: 'pending' });
  expect(adjustmentEvent({ type: 'partial' })).toMatchObject({ isWhole: false });
  expect(adjustmentEvent({ action: 'chargeback_reverse' })).toMatchObject({ action: 'chargeback_reversal' });
});

test('ignores credits, warnings and payment method updates', () => {
  expect(adjustmentEvent({ action: 'credit' })).toBeNull();
  expect(adjustmentEvent({ action: 'chargeback_warning' })).toBeNull();
  const change = { ...transaction, origin: 'subscription_payment_method_change' };
  expect(readPaddleEvent(envelope('transaction.completed', change))).toMatchObject({
    value: { event: null },
  });
});

test('keeps an irrelevant event type without a normalised event', () => {
  expect(readPaddleEvent(envelope('product.created', { id: 'pro_1' }))).toMatchObject({
    ok: true,
    value: { event: null, eventType: 'product.created' },
  });
});

test('rejects a known event type with an invalid schema, so that Paddle retries it', () => {
  expect(readPaddleEvent(envelope('transaction.completed', { id: 'txn_1' })).ok).toBe(false);
  expect(readPaddleEvent(envelope('subscription.updated', { id: 'sub_1', status: 'new' })).ok).toBe(false);
  expect(readPaddleEvent({}).ok).toBe(false);
});
