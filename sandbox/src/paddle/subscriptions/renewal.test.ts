import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxForTest } from '../../../test/sandbox-for-test.ts';
import { subscriptionsOf, typesOf } from '../../../test/subscriptions-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
let subscriptions: ReturnType<typeof subscriptionsOf>;
beforeEach(async () => {
  context = await sandboxForTest();
  subscriptions = subscriptionsOf(context);
});
afterEach(() => context.close());

describe('renewal', () => {
  test('shows the new period first, then bills and is paid', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const events = await subscriptions.eventsDuring(() => subscriptions.moveTo(subscription.nextBilledAt));
    expect(typesOf(events)).toEqual([
      'subscription.updated',
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
    ]);
    expect(events[0]?.data['current_billing_period']).toMatchObject({ starts_at: subscription.nextBilledAt });
    expect(events[1]?.data).toMatchObject({
      origin: 'subscription_recurring',
      status: 'billed',
      subscription_id: subscription.id,
      billing_period: { starts_at: subscription.nextBilledAt },
    });
    const [transaction] = await context.paddle.transactions
      .list({ subscriptionId: [subscription.id], origin: ['subscription_recurring'] })
      .next();
    expect(transaction?.details?.totals?.grandTotal).toBe('1199');
  });

  test('advancing the clock by months renews once per month, each at its due time', async () => {
    await subscriptions.subscribed(1199);
    const events = await subscriptions.eventsDuring(() => subscriptions.moveDays(95));
    const completed = events.filter((event) => event.event_type === 'transaction.completed');
    expect(completed).toHaveLength(3);
    const times = events.map((event) => event.occurred_at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
  });

  test.each([
    [true, '599'],
    [false, '1199'],
  ])('with recur %s a discount renews at %s', async (recur, total) => {
    const price = await context.sellMonthly(1199);
    const customer = await context.paddle.customers.create({ email: 'ada@example.com' });
    const transaction = await context.paddle.transactions.create({
      items: [{ priceId: price.id, quantity: 1 }],
      customerId: customer.id,
      discount: { type: 'flat', amount: '600', description: 'Coupon', recur },
    });
    await context.pay(transaction.id);
    const events = await subscriptions.eventsDuring(() => subscriptions.moveDays(32));
    expect(events.at(-1)?.data).toMatchObject({ details: { totals: { grand_total: total } } });
  });

  test('the end of a trial activates the subscription and charges the price', async () => {
    const { subscription } = await subscriptions.subscribed(1199, { trialDays: 3 });
    const events = await subscriptions.eventsDuring(() => subscriptions.moveTo(subscription.nextBilledAt));
    expect(typesOf(events).slice(0, 3)).toEqual([
      'subscription.updated',
      'subscription.activated',
      'transaction.created',
    ]);
    expect(events.at(-1)).toMatchObject({
      event_type: 'transaction.completed',
      data: { details: { totals: { grand_total: '1199' } } },
    });
    expect((await context.paddle.subscriptions.get(subscription.id)).status).toBe('active');
  });
});

describe('dunning', () => {
  test('a failed renewal shows the new period before it is past due, and a retry recovers it', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    await subscriptions.failNext(1);
    const failed = await subscriptions.eventsDuring(() => subscriptions.moveTo(subscription.nextBilledAt));
    expect(typesOf(failed)).toEqual([
      'subscription.updated',
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.payment_failed',
      'transaction.updated',
      'transaction.past_due',
      'subscription.updated',
      'subscription.past_due',
    ]);
    expect(failed[0]?.data).toMatchObject({
      status: 'active',
      current_billing_period: { starts_at: subscription.nextBilledAt },
    });
    expect((await context.paddle.subscriptions.get(subscription.id)).status).toBe('past_due');
    expect(typesOf(await subscriptions.eventsDuring(() => subscriptions.moveDays(2)))).toEqual([
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
      'subscription.updated',
      'subscription.activated',
    ]);
  });

  test('a card that keeps failing leads to cancellation after thirty days', async () => {
    const { subscription } = await subscriptions.subscribed(1199, { card: '4000002760003184' });
    await subscriptions.moveTo(subscription.nextBilledAt);
    const events = await subscriptions.eventsDuring(() => subscriptions.moveDays(31));
    expect(typesOf(events).slice(-4)).toEqual([
      'transaction.updated',
      'transaction.canceled',
      'subscription.updated',
      'subscription.canceled',
    ]);
    expect((await context.paddle.subscriptions.get(subscription.id)).status).toBe('canceled');
  });

  test('paying the unpaid renewal with another card at the checkout recovers it', async () => {
    const { subscription } = await subscriptions.subscribed(1199, { card: '4000002760003184' });
    await subscriptions.moveTo(subscription.nextBilledAt);
    const unpaid = await context.paddle.subscriptions.getPaymentMethodChangeTransaction(subscription.id);
    expect(unpaid.status).toBe('past_due');
    expect(await context.pay(unpaid.id)).toMatchObject({ kind: 'completed' });
    expect((await context.paddle.subscriptions.get(subscription.id)).status).toBe('active');
    const next = await subscriptions.eventsDuring(() => subscriptions.moveDays(32));
    expect(typesOf(next)).toContain('transaction.completed');
  });
});
