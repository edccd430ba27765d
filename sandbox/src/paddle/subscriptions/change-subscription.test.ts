import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';
import { subscriptionsOf, typesOf } from '../../../test/subscriptions-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
let subscriptions: ReturnType<typeof subscriptionsOf>;
beforeEach(async () => {
  context = await sandboxForTest();
  subscriptions = subscriptionsOf(context);
});
afterEach(() => context.close());

describe('cancellation', () => {
  test('takes effect at the end of the period, can be undone, and bills nothing afterwards', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const scheduled = await context.paddle.subscriptions.cancel(subscription.id);
    expect(scheduled).toMatchObject({ status: 'active', nextBilledAt: null });
    expect(scheduled.scheduledChange).toMatchObject({
      action: 'cancel',
      effectiveAt: subscription.nextBilledAt,
    });
    expect(await refusalCode(context.paddle.subscriptions.cancel(subscription.id))).toBe(
      'subscription_locked_pending_changes',
    );
    const undone = await context.paddle.subscriptions.update(subscription.id, { scheduledChange: null });
    expect(undone).toMatchObject({ scheduledChange: null, nextBilledAt: subscription.nextBilledAt });
    await context.paddle.subscriptions.cancel(subscription.id, { effectiveFrom: 'next_billing_period' });
    expect(typesOf(await subscriptions.eventsDuring(() => subscriptions.moveDays(60)))).toEqual([
      'subscription.updated',
      'subscription.canceled',
    ]);
    expect(await refusalCode(context.paddle.subscriptions.cancel(subscription.id))).toBe(
      'subscription_is_canceled_action_invalid',
    );
  });

  test('takes effect immediately on request', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const canceled = await context.paddle.subscriptions.cancel(subscription.id, {
      effectiveFrom: 'immediately',
    });
    expect(canceled).toMatchObject({ status: 'canceled', nextBilledAt: null });
    expect(canceled.canceledAt).not.toBeNull();
    expect(await refusalCode(context.paddle.subscriptions.update(subscription.id, { customData: {} }))).toBe(
      'subscription_update_when_canceled',
    );
  });
});

describe('free days', () => {
  test('move the next bill, and require a proration mode and half an hour’s notice', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const later = new Date(
      new Date(subscription.nextBilledAt ?? '').getTime() + 30 * 86_400_000,
    ).toISOString();
    const moved = await context.paddle.subscriptions.update(subscription.id, {
      nextBilledAt: later,
      prorationBillingMode: 'do_not_bill',
    });
    expect(moved.nextBilledAt).toBe(later);
    expect(moved.currentBillingPeriod?.endsAt).toBe(later);
    expect(
      typesOf(await subscriptions.eventsDuring(() => subscriptions.moveTo(subscription.nextBilledAt))),
    ).toEqual([]);
    const update = (nextBilledAt: string) =>
      context.paddle.subscriptions.update(subscription.id, {
        nextBilledAt,
        prorationBillingMode: 'do_not_bill',
      });
    expect(await refusalCode(update(subscription.nextBilledAt ?? ''))).toBe(
      'subscription_next_billed_at_too_soon',
    );
    expect(
      await refusalCode(context.paddle.subscriptions.update(subscription.id, { nextBilledAt: later })),
    ).toBe('invalid_field');
  });

  test('nothing changes in the half hour before a renewal', async () => {
    const { subscription } = await subscriptions.subscribed(1199);
    const close = new Date(new Date(subscription.nextBilledAt ?? '').getTime() - 60_000).toISOString();
    await subscriptions.moveTo(close);
    expect(await refusalCode(context.paddle.subscriptions.cancel(subscription.id))).toBe(
      'subscription_locked_renewal',
    );
  });
});
