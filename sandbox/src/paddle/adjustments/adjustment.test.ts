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

describe('refunds and chargebacks', () => {
  test('a refund waits for approval; approval shows in the adjusted totals', async () => {
    const { transaction } = await subscriptions.subscribed(1199);
    const refund = await context.paddle.adjustments.create({
      action: 'refund',
      type: 'full',
      transactionId: transaction.id,
      reason: 'Asked within 30 days',
    });
    expect(refund).toMatchObject({ status: 'pending_approval', action: 'refund' });
    expect(refund.totals?.total).toBe('1199');
    const events = await subscriptions.eventsDuring(() =>
      context.json('POST', `/control/paddle/adjustments/${refund.id}/approve`),
    );
    expect(typesOf(events)).toEqual(['adjustment.updated', 'transaction.updated']);
    const [listed] = await context.paddle.adjustments.list({ transactionId: [transaction.id] }).next();
    expect(listed?.status).toBe('approved');
    const after = await context.paddle.transactions.get(transaction.id, { include: ['adjustment'] });
    expect(after.details?.adjustedTotals?.grandTotal).toBe('0');
    expect(after.details?.totals?.grandTotal).toBe('1199');
    expect(after.adjustments).toHaveLength(1);
  });

  test('never refunds more than was paid, and a rejected refund allows another', async () => {
    const { transaction } = await subscriptions.subscribed(1199);
    const line = transaction.details?.lineItems[0]?.id ?? '';
    const part = (amount: string) =>
      context.paddle.adjustments.create({
        action: 'refund',
        transactionId: transaction.id,
        reason: 'Part',
        items: [{ itemId: line, type: 'partial', amount }],
      });
    const first = await part('1000');
    expect(await refusalCode(part('200'))).toBe('adjustment_amount_above_remaining_allowed');
    await context.json('POST', `/control/paddle/adjustments/${first.id}/reject`);
    expect((await part('1199')).totals?.total).toBe('1199');
  });

  test('rejects a refund of an unpaid transaction, and an empty one', async () => {
    const { transaction } = await subscriptions.subscribed(1199, { trialDays: 3 });
    const full = (transactionId: string) =>
      context.paddle.adjustments.create({ action: 'refund', type: 'full', transactionId, reason: 'x' });
    expect(await refusalCode(full(transaction.id))).toBe('adjustment_amount_cannot_be_zero');
    const draft = await context.paddle.transactions.create({
      items: [{ priceId: transaction.items[0]?.price?.id ?? '', quantity: 1 }],
    });
    expect(await refusalCode(full(draft.id))).toBe('adjustment_transaction_invalid_status_for_refund');
  });

  test('a chargeback is approved from the start', async () => {
    const { transaction } = await subscriptions.subscribed(1199);
    const events = await subscriptions.eventsDuring(() =>
      context.json('POST', `/control/paddle/transactions/${transaction.id}/chargeback`),
    );
    expect(events[0]).toMatchObject({
      event_type: 'adjustment.created',
      data: { action: 'chargeback', status: 'approved', totals: { total: '1199' } },
    });
  });

  test('a chargeback that is won is reversed once, and can be charged back again', async () => {
    const { transaction } = await subscriptions.subscribed(1199);
    const chargeBack = () =>
      context.json<{ id: string }>('POST', `/control/paddle/transactions/${transaction.id}/chargeback`);
    const { id } = await chargeBack();
    const reverse = () => context.json<object>('POST', `/control/paddle/adjustments/${id}/reverse`);
    const events = await subscriptions.eventsDuring(reverse);
    expect(typesOf(events)).toEqual(['adjustment.updated', 'adjustment.created', 'transaction.updated']);
    expect(events[0]?.data).toMatchObject({ id, status: 'reversed' });
    expect(events[1]?.data).toMatchObject({ action: 'chargeback_reverse', totals: { total: '1199' } });
    expect(events[2]?.data).toMatchObject({ details: { adjusted_totals: { grand_total: '1199' } } });
    expect(await reverse()).toHaveProperty('error');
    expect(await chargeBack()).toMatchObject({ action: 'chargeback', totals: { total: '1199' } });
  });
});
