import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';
import { subscriptionsOf } from '../../../test/subscriptions-for-test.ts';

const START = Date.parse('2026-11-01T00:00:00Z');
let now = START;
let context: Awaited<ReturnType<typeof sandboxForTest>>;
let subscriptions: ReturnType<typeof subscriptionsOf>;
beforeEach(async () => {
  now = START;
  context = await sandboxForTest({ clock: { now: () => new Date(now) } });
  subscriptions = subscriptionsOf(context);
});
afterEach(() => context.close());

const yearly = (cents: number) => subscriptions.sell(cents, { interval: 'year', frequency: 1 });
const change = (priceId: string) => ({
  items: [{ priceId, quantity: 1 }],
  prorationBillingMode: 'prorated_immediately' as const,
  onPaymentFailure: 'prevent_change' as const,
});

describe('an upgrade to another cycle', () => {
  test('is billed as previewed: the full new period minus the rest of the old one', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const plan = await yearly(5988);
    // A third of the thirty days of November, to the second: 20 days are left.
    now = START + 10 * 86_400_000;
    const preview = await context.paddle.subscriptions.previewUpdate(subscription.id, change(plan.id));
    expect(preview.updateSummary).toMatchObject({
      credit: { amount: '799' },
      charge: { amount: '5988' },
      result: { action: 'charge', amount: '5189', currencyCode: 'USD' },
    });
    expect(preview.immediateTransaction?.details.totals).toMatchObject({
      total: '5988',
      credit: '799',
      grandTotal: '5189',
    });
    expect(preview.nextTransaction?.billingPeriod.startsAt).toBe('2027-11-11T00:00:00.000Z');
    expect((await context.paddle.subscriptions.get(subscription.id)).items[0]?.price.id).not.toBe(plan.id);

    const events = await subscriptions.eventsDuring(() =>
      context.paddle.subscriptions.update(subscription.id, change(plan.id)),
    );
    expect(events.map((event) => event.event_type)).toEqual([
      'transaction.created',
      'transaction.billed',
      'adjustment.created',
      'transaction.updated',
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
      'subscription.updated',
    ]);
    expect(events.at(-2)?.data).toMatchObject({
      origin: 'subscription_update',
      subscription_id: subscription.id,
      details: { totals: { total: '5988', credit: '799', grand_total: '5189', balance: '0' } },
      payments: [{ status: 'captured', amount: '5189' }],
    });
    expect(events[2]?.data).toMatchObject({ action: 'credit', status: 'approved', totals: { total: '799' } });
    const after = await context.paddle.subscriptions.get(subscription.id);
    expect(after).toMatchObject({
      status: 'active',
      billingCycle: { interval: 'year', frequency: 1 },
      currentBillingPeriod: { startsAt: '2026-11-11T00:00:00.000Z', endsAt: '2027-11-11T00:00:00.000Z' },
      nextBilledAt: '2027-11-11T00:00:00.000Z',
    });
    expect(after.items.map((item) => item.price.id)).toEqual([plan.id]);
  });

  test('limits the refunds of both bills to the amounts paid', async () => {
    const { subscription, transaction } = await subscriptions.subscribed(1199);
    const plan = await yearly(5988);
    now = START + 10 * 86_400_000;
    await context.paddle.subscriptions.update(subscription.id, change(plan.id));
    const refund = (transactionId: string) =>
      context.paddle.adjustments.create({ action: 'refund', type: 'full', transactionId, reason: 'Asked' });
    const [, upgrade] = await context.paddle.transactions.list({ subscriptionId: [subscription.id] }).next();
    expect((await refund(transaction.id)).totals?.total).toBe('400');
    expect((await refund(upgrade?.id ?? '')).totals?.total).toBe('5189');
  });
});

describe('an upgrade within the cycle', () => {
  test('keeps the period and charges the difference for its rest', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const plan = await context.sellMonthly(1999);
    now = START + 15 * 86_400_000 + 1000;
    const preview = await context.paddle.subscriptions.previewUpdate(subscription.id, change(plan.id));
    const [rate] = preview.immediateTransaction?.details.lineItems.map((line) => line.proration?.rate) ?? [];
    expect(Number(rate)).toBeCloseTo((15 * 86_400 - 1) / (30 * 86_400), 11);
    expect(preview.updateSummary).toMatchObject({
      credit: { amount: '599' },
      charge: { amount: '999' },
      result: { action: 'charge', amount: '400' },
    });
    const changed = await context.paddle.subscriptions.update(subscription.id, change(plan.id));
    expect(changed).toMatchObject({
      nextBilledAt: subscription.nextBilledAt,
      currentBillingPeriod: subscription.currentBillingPeriod,
    });
    // A second upgrade is credited the rest of the first: 14 of 15 days, minus one second each, of 999.
    const better = await context.sellMonthly(2999);
    now += 86_400_000;
    const again = await context.paddle.subscriptions.previewUpdate(subscription.id, change(better.id));
    expect(again.updateSummary?.credit.amount).toBe('932');
  });
});

describe('a rejected upgrade', () => {
  test('changes nothing if the card is declined', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const plan = await yearly(5988);
    await context.json('POST', '/control/paddle/fail-next-charge', { count: 1 });
    const events = await subscriptions.eventsDuring(async () => {
      const refused = context.paddle.subscriptions.update(subscription.id, change(plan.id));
      expect(await refusalCode(refused)).toBe('subscription_payment_declined');
    });
    expect(events.map((event) => event.event_type)).toEqual([
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.payment_failed',
      'transaction.updated',
      'transaction.canceled',
    ]);
    const after = await context.paddle.subscriptions.get(subscription.id);
    expect(after).toEqual(subscription);
  });

  test.each([
    ['close to the renewal', 'subscription_locked_renewal'],
    ['past due', 'subscription_update_when_past_due'],
    ['canceled', 'subscription_update_when_canceled'],
    ['in its trial', 'subscription_trialing_items_update_options_invalid'],
    ['left with a credit', 'subscription_credit_creation_not_allowed'],
  ])('is rejected %s', async (state, code) => {
    const trialDays = state === 'in its trial' ? 3 : 0;
    const { subscription } = await subscriptions.subscribed(1199, { trialDays });
    const plan = await yearly(state === 'left with a credit' ? 100 : 5988);
    const renewal = Date.parse(subscription.nextBilledAt ?? '');
    if (state === 'close to the renewal') now = renewal - 60_000;
    if (state === 'past due') {
      await context.json('POST', '/control/paddle/fail-next-charge', { count: 1 });
      await context.json('POST', '/control/clock', { to: subscription.nextBilledAt });
    }
    if (state === 'canceled') {
      await context.paddle.subscriptions.cancel(subscription.id, { effectiveFrom: 'immediately' });
    }
    expect(await refusalCode(context.paddle.subscriptions.update(subscription.id, change(plan.id)))).toBe(
      code,
    );
  });
});

test('a trial changes its plan without a bill and is charged the new price at its end', async () => {
  const { subscription } = await subscriptions.subscribed(1199, { trialDays: 3 });
  const plan = await yearly(5988);
  const changed = await context.paddle.subscriptions.update(subscription.id, {
    ...change(plan.id),
    prorationBillingMode: 'do_not_bill',
  });
  expect(changed).toMatchObject({ status: 'trialing', nextBilledAt: subscription.nextBilledAt });
  const events = await subscriptions.eventsDuring(() =>
    context.json('POST', '/control/clock', { to: subscription.nextBilledAt }),
  );
  expect(events.at(-1)?.data).toMatchObject({ details: { totals: { grand_total: '5988' } } });
});
