import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECRET, sandboxForTest } from '../../../test/sandbox-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  context = await sandboxForTest();
});
afterEach(() => context.close());

const types = (): string[] => context.hook.received.map((each) => each.event.event_type);
const arrived = (type: string) => context.until(() => types().includes(type));

describe('paying at the checkout', () => {
  test('completes the transaction, starts an active subscription and sends signed webhooks', async () => {
    const { transaction, customer } = await context.draft(1199);
    expect(await context.pay(transaction.id)).toMatchObject({ kind: 'completed' });
    await arrived('transaction.completed');
    expect(types()).toEqual([
      'customer.created',
      'transaction.created',
      'address.created',
      'transaction.updated',
      'transaction.ready',
      'transaction.updated',
      'transaction.paid',
      'subscription.created',
      'subscription.activated',
      'transaction.updated',
      'transaction.updated',
      'transaction.completed',
    ]);
    for (const { body, signature, event } of context.hook.received) {
      const parsed = await context.paddle.webhooks.unmarshal(body, SECRET, signature);
      expect(parsed.eventId).toBe(event.event_id);
    }
    const paid = await context.paddle.transactions.get(transaction.id);
    expect(paid).toMatchObject({ status: 'completed', invoiceNumber: expect.any(String) as string });
    expect(paid.details?.totals).toMatchObject({ grandTotal: '1199', balance: '0' });
    expect(paid.payments[0]).toMatchObject({ status: 'captured', amount: '1199' });
    expect(paid.payments[0]?.methodDetails?.card).toMatchObject({ type: 'visa', last4: '4242' });
    const subscription = await context.paddle.subscriptions.get(paid.subscriptionId ?? '');
    expect(subscription).toMatchObject({ status: 'active', customerId: customer.id, scheduledChange: null });
    expect(subscription.customData).toEqual({ orderId: 'o-1' });
    expect(subscription.nextBilledAt).toBe(subscription.currentBillingPeriod?.endsAt);
    const created = context.hook.received.find((each) => each.event.event_type === 'subscription.created');
    expect(created?.event.data).toMatchObject({ transaction_id: transaction.id });
    expect(created?.event.data).not.toHaveProperty('management_urls');
  });

  test('a trial charges nothing and starts a trialing subscription', async () => {
    const { transaction } = await context.draft(1199, 3);
    expect(transaction.details?.totals?.grandTotal).toBe('0');
    await context.pay(transaction.id);
    await arrived('transaction.completed');
    expect(types()).toContain('subscription.trialing');
    const [subscription] = await context.paddle.subscriptions.list().next();
    expect(subscription).toMatchObject({ status: 'trialing', firstBilledAt: null });
    const item = subscription?.items[0];
    expect(item?.trialDates?.endsAt).toBe(subscription?.nextBilledAt);
    const paid = await context.paddle.transactions.get(transaction.id);
    expect(paid.details?.totals).toMatchObject({ grandTotal: '0', earnings: '0' });
  });

  test('a declined card only adds an attempt, and another card can be used', async () => {
    const { transaction } = await context.draft(1199);
    expect(await context.pay(transaction.id, '4000 0000 0000 0002')).toMatchObject({ kind: 'declined' });
    await arrived('transaction.payment_failed');
    const failed = await context.paddle.transactions.get(transaction.id);
    expect(failed).toMatchObject({ status: 'ready', subscriptionId: null });
    expect(failed.payments[0]).toMatchObject({ status: 'error', errorCode: 'declined' });
    expect(await context.pay(transaction.id)).toMatchObject({ kind: 'completed' });
    expect((await context.paddle.transactions.get(transaction.id)).payments).toHaveLength(2);
  });

  test.each([
    [true, 'completed', 'completed'],
    [false, 'declined', 'ready'],
  ])('3-D Secure answered with %s ends %s', async (confirmed, kind, status) => {
    const { transaction } = await context.draft(1199);
    const attempt = await context.pay(transaction.id, '4000003800000446');
    expect(attempt.kind).toBe('challenge');
    expect((await context.paddle.transactions.get(transaction.id)).payments[0]?.status).toBe(
      'action_required',
    );
    const result = await context.json('POST', `/paddle/checkout/${transaction.id}/authenticate`, {
      attempt_id: attempt.attempt_id,
      confirmed,
    });
    expect(result).toMatchObject({ kind });
    expect((await context.paddle.transactions.get(transaction.id)).status).toBe(status);
  });

  test('paying twice has one effect', async () => {
    const { transaction } = await context.draft(1199);
    await Promise.all([
      context.pay(transaction.id),
      context.pay(transaction.id),
      context.pay(transaction.id),
    ]);
    await arrived('transaction.completed');
    expect(await context.paddle.subscriptions.list().next()).toHaveLength(1);
    expect((await context.paddle.transactions.get(transaction.id)).payments).toHaveLength(1);
  });

  test('reports invalid fields and accepts test cards only', async () => {
    const { transaction } = await context.draft(1199);
    expect(await context.pay(transaction.id, '4111111111111111')).toMatchObject({
      kind: 'invalid',
      problem: { number: expect.stringContaining('test cards') as string, expiry: null },
    });
  });

  test('the page may be framed by loopback pages only', async () => {
    const { transaction } = await context.draft(1199);
    const reply = await fetch(`${context.sandbox.url}/paddle/checkout/${transaction.id}?mode=overlay`);
    expect(reply.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:*');
    expect(reply.headers.get('x-frame-options')).toBeNull();
    expect(await reply.text()).toContain('Pay $11.99');
  });
});
