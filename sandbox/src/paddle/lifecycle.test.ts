import { ApiError } from '@paddle/paddle-node-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxForTest } from '../../test/sandbox-for-test.ts';

let world: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  world = await sandboxForTest();
});
afterEach(() => world.close());

interface Sent {
  readonly event_type: string;
  readonly occurred_at: string;
  readonly data: Record<string, unknown>;
}

async function subscribed(cents: number, options: { trialDays?: number; card?: string } = {}) {
  const price = await world.sellMonthly(cents, options.trialDays ?? 0);
  const customer = await world.paddle.customers.create({ email: 'ada@example.com' });
  const transaction = await world.paddle.transactions.create({
    items: [{ priceId: price.id, quantity: 1 }],
    customerId: customer.id,
  });
  await world.pay(transaction.id, options.card);
  const paid = await world.paddle.transactions.get(transaction.id);
  const subscription = await world.paddle.subscriptions.get(paid.subscriptionId ?? '');
  return { transaction: paid, subscription };
}

/** What was said since, oldest first. */
async function said(work: () => Promise<unknown>): Promise<Sent[]> {
  const before = await world.json<Sent[]>('GET', '/control/paddle/events?limit=1000');
  await work();
  const after = await world.json<Sent[]>('GET', '/control/paddle/events?limit=1000');
  return after.slice(0, after.length - before.length).toReversed();
}

const types = (events: readonly Sent[]): string[] => events.map((event) => event.event_type);
const moveTo = (to: string | null) => world.json('POST', '/control/clock', { to });
const moveDays = (days: number) => world.json('POST', '/control/clock', { advance_seconds: days * 86_400 });
const failNext = (count: number) => world.json('POST', '/control/paddle/fail-next-charge', { count });

async function code(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? error.code : `no refusal: ${String(error)}`;
}

describe('renewal', () => {
  test('shows the new period first, then bills and is paid', async () => {
    const { subscription } = await subscribed(1199);
    const events = await said(() => moveTo(subscription.nextBilledAt));
    expect(types(events)).toEqual([
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
    const [transaction] = await world.paddle.transactions
      .list({ subscriptionId: [subscription.id], origin: ['subscription_recurring'] })
      .next();
    expect(transaction?.details?.totals?.grandTotal).toBe('1199');
  });

  test('a jump over months renews once for each, every one at its own time', async () => {
    await subscribed(1199);
    const events = await said(() => moveDays(95));
    const completed = events.filter((event) => event.event_type === 'transaction.completed');
    expect(completed).toHaveLength(3);
    const times = events.map((event) => event.occurred_at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(times.length);
  });

  test.each([
    [true, '599'],
    [false, '1199'],
  ])('a discount with recur %s leaves %s to renew', async (recur, total) => {
    const price = await world.sellMonthly(1199);
    const customer = await world.paddle.customers.create({ email: 'ada@example.com' });
    const transaction = await world.paddle.transactions.create({
      items: [{ priceId: price.id, quantity: 1 }],
      customerId: customer.id,
      discount: { type: 'flat', amount: '600', description: 'Coupon', recur },
    });
    await world.pay(transaction.id);
    const events = await said(() => moveDays(32));
    expect(events.at(-1)?.data).toMatchObject({ details: { totals: { grand_total: total } } });
  });

  test('the end of a trial activates the subscription and charges the price', async () => {
    const { subscription } = await subscribed(1199, { trialDays: 3 });
    const events = await said(() => moveTo(subscription.nextBilledAt));
    expect(types(events).slice(0, 3)).toEqual([
      'subscription.updated',
      'subscription.activated',
      'transaction.created',
    ]);
    expect(events.at(-1)).toMatchObject({
      event_type: 'transaction.completed',
      data: { details: { totals: { grand_total: '1199' } } },
    });
    expect((await world.paddle.subscriptions.get(subscription.id)).status).toBe('active');
  });
});

describe('dunning', () => {
  test('a failed renewal shows the new period before it is past due, and a retry recovers it', async () => {
    const { subscription } = await subscribed(1199);
    await failNext(1);
    const failed = await said(() => moveTo(subscription.nextBilledAt));
    expect(types(failed)).toEqual([
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
    expect((await world.paddle.subscriptions.get(subscription.id)).status).toBe('past_due');
    expect(types(await said(() => moveDays(2)))).toEqual([
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
      'subscription.updated',
      'subscription.activated',
    ]);
  });

  test('a card that never pays again ends in cancellation after thirty days', async () => {
    const { subscription } = await subscribed(1199, { card: '4000002760003184' });
    await moveTo(subscription.nextBilledAt);
    const events = await said(() => moveDays(31));
    expect(types(events).slice(-4)).toEqual([
      'transaction.updated',
      'transaction.canceled',
      'subscription.updated',
      'subscription.canceled',
    ]);
    expect((await world.paddle.subscriptions.get(subscription.id)).status).toBe('canceled');
  });

  test('paying the unpaid renewal with another card at the checkout recovers it', async () => {
    const { subscription } = await subscribed(1199, { card: '4000002760003184' });
    await moveTo(subscription.nextBilledAt);
    const unpaid = await world.paddle.subscriptions.getPaymentMethodChangeTransaction(subscription.id);
    expect(unpaid.status).toBe('past_due');
    expect(await world.pay(unpaid.id)).toMatchObject({ kind: 'completed' });
    expect((await world.paddle.subscriptions.get(subscription.id)).status).toBe('active');
    const next = await said(() => moveDays(32));
    expect(types(next)).toContain('transaction.completed');
  });
});

describe('cancellation', () => {
  test('waits for the end of the period, can be undone, and bills nothing after it', async () => {
    const { subscription } = await subscribed(1199);
    const scheduled = await world.paddle.subscriptions.cancel(subscription.id);
    expect(scheduled).toMatchObject({ status: 'active', nextBilledAt: null });
    expect(scheduled.scheduledChange).toMatchObject({
      action: 'cancel',
      effectiveAt: subscription.nextBilledAt,
    });
    expect(await code(world.paddle.subscriptions.cancel(subscription.id))).toBe(
      'subscription_locked_pending_changes',
    );
    const undone = await world.paddle.subscriptions.update(subscription.id, { scheduledChange: null });
    expect(undone).toMatchObject({ scheduledChange: null, nextBilledAt: subscription.nextBilledAt });
    await world.paddle.subscriptions.cancel(subscription.id, { effectiveFrom: 'next_billing_period' });
    expect(types(await said(() => moveDays(60)))).toEqual(['subscription.updated', 'subscription.canceled']);
    expect(await code(world.paddle.subscriptions.cancel(subscription.id))).toBe(
      'subscription_is_canceled_action_invalid',
    );
  });

  test('takes effect immediately when asked to', async () => {
    const { subscription } = await subscribed(1199);
    const canceled = await world.paddle.subscriptions.cancel(subscription.id, {
      effectiveFrom: 'immediately',
    });
    expect(canceled).toMatchObject({ status: 'canceled', nextBilledAt: null });
    expect(canceled.canceledAt).not.toBeNull();
    expect(await code(world.paddle.subscriptions.update(subscription.id, { customData: {} }))).toBe(
      'subscription_update_when_canceled',
    );
  });
});

describe('free days', () => {
  test('move the next bill, and need a proration mode and half an hour', async () => {
    const { subscription } = await subscribed(1199);
    const later = new Date(
      new Date(subscription.nextBilledAt ?? '').getTime() + 30 * 86_400_000,
    ).toISOString();
    const moved = await world.paddle.subscriptions.update(subscription.id, {
      nextBilledAt: later,
      prorationBillingMode: 'do_not_bill',
    });
    expect(moved.nextBilledAt).toBe(later);
    expect(moved.currentBillingPeriod?.endsAt).toBe(later);
    expect(types(await said(() => moveTo(subscription.nextBilledAt)))).toEqual([]);
    const update = (nextBilledAt: string) =>
      world.paddle.subscriptions.update(subscription.id, {
        nextBilledAt,
        prorationBillingMode: 'do_not_bill',
      });
    expect(await code(update(subscription.nextBilledAt ?? ''))).toBe('subscription_next_billed_at_too_soon');
    expect(await code(world.paddle.subscriptions.update(subscription.id, { nextBilledAt: later }))).toBe(
      'invalid_field',
    );
  });

  test('nothing changes in the half hour before a renewal', async () => {
    const { subscription } = await subscribed(1199);
    const close = new Date(new Date(subscription.nextBilledAt ?? '').getTime() - 60_000).toISOString();
    await moveTo(close);
    expect(await code(world.paddle.subscriptions.cancel(subscription.id))).toBe(
      'subscription_locked_renewal',
    );
  });
});

describe('money back', () => {
  test('a refund waits for approval; approval shows in the adjusted totals', async () => {
    const { transaction } = await subscribed(1199);
    const refund = await world.paddle.adjustments.create({
      action: 'refund',
      type: 'full',
      transactionId: transaction.id,
      reason: 'Asked within 30 days',
    });
    expect(refund).toMatchObject({ status: 'pending_approval', action: 'refund' });
    expect(refund.totals?.total).toBe('1199');
    const events = await said(() => world.json('POST', `/control/paddle/adjustments/${refund.id}/approve`));
    expect(types(events)).toEqual(['adjustment.updated', 'transaction.updated']);
    const [listed] = await world.paddle.adjustments.list({ transactionId: [transaction.id] }).next();
    expect(listed?.status).toBe('approved');
    const after = await world.paddle.transactions.get(transaction.id, { include: ['adjustment'] });
    expect(after.details?.adjustedTotals?.grandTotal).toBe('0');
    expect(after.details?.totals?.grandTotal).toBe('1199');
    expect(after.adjustments).toHaveLength(1);
  });

  test('never gives back more than was paid, and a rejected refund leaves room for another', async () => {
    const { transaction } = await subscribed(1199);
    const line = transaction.details?.lineItems[0]?.id ?? '';
    const part = (amount: string) =>
      world.paddle.adjustments.create({
        action: 'refund',
        transactionId: transaction.id,
        reason: 'Part',
        items: [{ itemId: line, type: 'partial', amount }],
      });
    const first = await part('1000');
    expect(await code(part('200'))).toBe('adjustment_amount_above_remaining_allowed');
    await world.json('POST', `/control/paddle/adjustments/${first.id}/reject`);
    expect((await part('1199')).totals?.total).toBe('1199');
  });

  test('refuses a refund of what is not paid, and of nothing', async () => {
    const { transaction } = await subscribed(1199, { trialDays: 3 });
    const full = (transactionId: string) =>
      world.paddle.adjustments.create({ action: 'refund', type: 'full', transactionId, reason: 'x' });
    expect(await code(full(transaction.id))).toBe('adjustment_amount_cannot_be_zero');
    const draft = await world.paddle.transactions.create({
      items: [{ priceId: transaction.items[0]?.price?.id ?? '', quantity: 1 }],
    });
    expect(await code(full(draft.id))).toBe('adjustment_transaction_invalid_status_for_refund');
  });

  test('a chargeback is approved from the start', async () => {
    const { transaction } = await subscribed(1199);
    const events = await said(() =>
      world.json('POST', `/control/paddle/transactions/${transaction.id}/chargeback`),
    );
    expect(events[0]).toMatchObject({
      event_type: 'adjustment.created',
      data: { action: 'chargeback', status: 'approved', totals: { total: '1199' } },
    });
  });
});
