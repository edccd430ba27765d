import { expect, test } from 'vitest';
import { type StuckEvent, stuckCauseOf, type StuckFacts } from './stuck-cause.ts';

const at = new Date('2026-11-28T14:05:12Z');
const event = (more: Partial<StuckEvent> = {}): StuckEvent => ({
  ...{ eventId: 'evt_1', eventType: 'transaction.completed', isPayment: true, processedAt: null },
  ...{ tries: 0, retryAt: null, lastError: null },
  ...more,
});
const cause = (more: Partial<StuckFacts> = {}) =>
  stuckCauseOf({
    ...{ state: 'processing', provider: 'paddle', total: { amount: 5988, currency: 'USD' } },
    ...{ mismatch: null, events: [], refused: null, askedAt: null, reply: null, pendingRefund: null },
    ...more,
  });

test('an order without a stuck payment has no cause', () => {
  for (const state of ['draft', 'paid', 'expired', 'refunded']) expect(cause({ state })).toBeNull();
  expect(cause({ state: 'paid', events: [event({ processedAt: at })] })).toBeNull();
});

test('names a failed notification with its error and next attempt, in any state of the order', () => {
  const failed = event({ tries: 3, lastError: 'no such plan', retryAt: at });
  for (const state of ['processing', 'paid']) {
    const sentence = cause({ state, events: [failed] });
    expect(sentence).toContain('evt_1');
    expect(sentence).toContain('3 times');
    expect(sentence).toContain('no such plan');
    expect(sentence).toContain('14:05:12');
  }
});

test('names the paid and the ordered sum of a payment that does not match', () => {
  const sentence = cause({ mismatch: { amount: 1000, currency: 'USD' } });
  expect(sentence).toContain('$10.00');
  expect(sentence).toContain('$59.88');
});

test('tells a missing webhook from a refused one, with the reason', () => {
  expect(cause()).toContain('No webhook from Paddle');
  const refused = cause({ refused: { count: 2, reason: 'Paddle: wrong signature' } });
  expect(refused).toContain('2 webhooks');
  expect(refused).toContain('Paddle: wrong signature');
});

test('names an event that waits to be processed, or for the payment', () => {
  expect(cause({ events: [event()] })).toContain('evt_1');
  const subscription = event({ eventType: 'subscription.created', isPayment: false, processedAt: at });
  expect(cause({ events: [subscription] })).toContain('waits for transaction.completed');
});

test('adds the provider’s answer', () => {
  expect(cause()).toContain('hasn’t been queried yet');
  expect(cause({ askedAt: at, reply: 'completed' })).toContain('has the payment');
  expect(cause({ askedAt: at, reply: 'ready' })).toContain('isn’t paid there (ready)');
  expect(cause({ askedAt: at, reply: 'payment_unavailable' })).toContain('didn’t answer');
  expect(cause({ provider: 'coingate', askedAt: at, reply: 'pending' })).toContain('CoinGate');
});

test('names a refund that waits for Paddle', () => {
  const pendingRefund = { adjustmentId: 'adj_1', askedAt: at };
  expect(cause({ state: 'paid', pendingRefund })).toContain('adj_1');
});
