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
        method: { kind: 'card', lastDigits: '4242' },
      },
    },
  });
});

test('only an approved refund in whole counts as one', () => {
  const adjustment = { action: 'refund', type: 'full', transaction_id: 'txn_1', subscription_id: 'sub_1' };
  const eventOf = (data: object) => {
    const read = readPaddleEvent(envelope('adjustment.updated', { ...adjustment, ...data }));
    return read.ok ? read.value.event : 'malformed';
  };
  expect(eventOf({ status: 'approved' })).toMatchObject({ type: 'payment_refunded', transactionId: 'txn_1' });
  expect(eventOf({ status: 'pending_approval' })).toBeNull();
  expect(eventOf({ status: 'approved', type: 'partial' })).toBeNull();
});

test('a kind that does not concern us is kept without a meaning', () => {
  expect(readPaddleEvent(envelope('product.created', { id: 'pro_1' }))).toMatchObject({
    ok: true,
    value: { event: null, eventType: 'product.created' },
  });
});

test('a known kind in another shape is malformed, so that Paddle repeats it', () => {
  expect(readPaddleEvent(envelope('transaction.completed', { id: 'txn_1' })).ok).toBe(false);
  expect(readPaddleEvent(envelope('subscription.updated', { id: 'sub_1', status: 'new' })).ok).toBe(false);
  expect(readPaddleEvent({}).ok).toBe(false);
});
