import { describe, expect, test } from 'vitest';
import type { OrderItem } from '../../../platform/database/schema.ts';
import type { PaymentAdjusted, PaymentCompleted, ProviderEvent } from '../../subscription/index.ts';
import { type OrderFacts, orderPlan } from './order-plan.ts';

const plan: OrderItem = {
  ...{ kind: 'subscription', planId: 'yearly', months: 12, trialDays: 0, freeMonths: 1, priceAmount: 5988 },
};
const data: OrderItem = { kind: 'residential_data', gigabytes: 10 };
const change: OrderItem = {
  ...{ kind: 'plan_change', subscriptionId: 's', planId: 'yearly', months: 12, priceAmount: 5988 },
};
const paid = (more: Partial<PaymentCompleted> = {}): ProviderEvent => ({
  ...{
    type: 'payment_completed',
    at: '2026-11-21T12:00:00.000Z',
    transactionId: 'txn_1',
    subscriptionId: null,
  },
  ...{ priceIds: ['pri_1'], amount: 5988, tax: 998, currency: 'USD', period: null, method: null },
  ...more,
});
const adjusted = (more: Partial<PaymentAdjusted> = {}): ProviderEvent => ({
  ...{
    type: 'payment_adjusted',
    at: '2026-12-01T00:00:00.000Z',
    transactionId: 'txn_1',
    subscriptionId: null,
  },
  ...{ adjustmentId: 'adj_1', action: 'refund', status: 'approved', isWhole: true, amount: 5988, tax: 998 },
  ...{ currency: 'USD' },
  ...more,
});
const ended: ProviderEvent = {
  ...{ type: 'checkout_ended', at: '2026-11-21T12:00:00.000Z', transactionId: 'txn_1', subscriptionId: null },
  reason: 'expired',
};

function facts(
  item: OrderItem,
  events: readonly ProviderEvent[],
  more: Partial<OrderFacts> = {},
): OrderFacts {
  const order = {
    ...{ item, totalAmount: 5988, currency: 'USD' as const, paddlePriceId: 'pri_1' },
    ...{ couponCode: null, paddleDiscountId: null, endsWithAdjustment: null },
  };
  return { order, payment: { provider: 'paddle', transactionId: 'txn_1' }, events, ...more };
}
const kinds = (...given: Parameters<typeof facts>) => orderPlan(facts(...given)).map(({ kind }) => kind);

const recorded = ['record-ledger', 'record-refunds'];
const checked = [...recorded, 'record-cards', 'end-checkout'];
const mismatch = [...recorded, 'report-mismatch'];

describe('the plan of a subscription order', () => {
  const unpaid = [
    'apply-events',
    'settle-plan-changes',
    'settle-referral',
    'queue-receipts',
    'return-payments',
  ];
  const whole = [
    ...['refuse-second-plan', 'settle-coupon', 'apply-events', 'confirm-trial', 'settle-plan-changes'],
    ...['settle-referral', 'queue-receipts', 'return-payments'],
  ];

  test('uses neither trial nor coupon before the payment', () => {
    expect(kinds(plan, [])).toEqual([...checked, ...unpaid]);
    expect(kinds(plan, [ended])).toEqual([...checked, ...unpaid]);
    const renewal = [paid({ transactionId: 'txn_2' })];
    expect(kinds(plan, renewal)).toEqual([...checked, 'refuse-second-plan', ...unpaid]);
  });

  test('is the same for a repeated payment, a refund, and a refund that arrives before its payment', () => {
    for (const events of [[paid()], [paid(), paid()], [paid(), adjusted()], [adjusted(), paid()]])
      expect(kinds(plan, events)).toEqual([...checked, ...whole]);
  });

  test.each([
    ['another product', paid({ priceIds: ['pri_2'] })],
    ['a second product', paid({ priceIds: ['pri_1', 'pri_2'] })],
    ['no product', paid({ priceIds: [] })],
  ])('grants nothing for a payment of %s', (_, event) => {
    expect(kinds(plan, [event])).toEqual(mismatch);
    expect(kinds(plan, [event, adjusted()])).toEqual(mismatch);
  });

  test('grants nothing for a payment with a discount that is not the order’s', () => {
    const ofOrder = (more: { couponCode: string | null; paddleDiscountId: string | null }) => ({
      order: { ...facts(plan, []).order, ...more },
    });
    const without = ofOrder({ couponCode: null, paddleDiscountId: null });
    const coupon = ofOrder({ couponCode: 'SPRING', paddleDiscountId: 'dsc_1' });
    const notStored = ofOrder({ couponCode: 'SPRING', paddleDiscountId: null });
    const granted = [...checked, ...whole];
    const by = (discountId: string | null) => [paid({ discountId, amount: 1200, currency: 'EUR' })];
    expect(kinds(plan, by('dsc_1'), without)).toEqual(mismatch);
    expect(kinds(plan, by('dsc_2'), coupon)).toEqual(mismatch);
    expect(kinds(plan, by(null), without)).toEqual(granted);
    expect(kinds(plan, by('dsc_1'), coupon)).toEqual(granted);
    expect(kinds(plan, by(null), coupon)).toEqual(granted);
    expect(kinds(plan, by('dsc_1'), notStored)).toEqual(granted);
    expect(kinds(plan, [paid()], coupon)).toEqual(granted);
  });

  test('compares amount and currency of coins, which have no product', () => {
    const coins: Partial<OrderFacts> = { payment: { provider: 'coingate', transactionId: 'txn_1' } };
    expect(kinds(plan, [paid({ priceIds: [] })], coins)).toEqual([...checked, ...whole]);
    expect(kinds(plan, [paid({ amount: 5987 })], coins)).toEqual(mismatch);
    expect(kinds(plan, [paid({ currency: 'EUR' })], coins)).toEqual(mismatch);
  });
});

describe('the plan of a one-time order', () => {
  test('delivers nothing before the payment', () => {
    expect(kinds(data, [])).toEqual([...checked, 'queue-receipts']);
  });

  test('settles a payment, with its refund if there is one', () => {
    const steps = orderPlan(facts(data, [paid()]));
    expect(steps.map(({ kind }) => kind)).toEqual([
      ...checked,
      ...['queue-receipts', 'settle-purchase', 'return-payments'],
    ]);
    const settlement = { paidAt: new Date('2026-11-21T12:00:00.000Z'), tax: 998, refundedAt: null };
    expect(steps).toContainEqual({ kind: 'settle-purchase', settlement });
    const refundedAt = new Date('2026-12-01T00:00:00.000Z');
    for (const events of [
      [paid(), adjusted()],
      [adjusted(), paid()],
    ])
      expect(orderPlan(facts(data, events))).toContainEqual({
        kind: 'settle-purchase',
        settlement: { ...settlement, refundedAt },
      });
  });

  test('keeps the purchase while a refund is pending, rejected or partial', () => {
    for (const more of [
      { status: 'pending' },
      { status: 'rejected' },
      { isWhole: false, amount: 1000, tax: 100 },
    ] as const) {
      const steps = orderPlan(facts(data, [paid(), adjusted(more)]));
      expect(steps).toContainEqual({
        kind: 'settle-purchase',
        settlement: { paidAt: new Date('2026-11-21T12:00:00.000Z'), tax: 998, refundedAt: null },
      });
    }
  });

  test('reports a payment below the price, after its receipt', () => {
    expect(kinds(data, [paid({ amount: 5987 })])).toEqual([...checked, 'queue-receipts', 'report-mismatch']);
  });

  test('leaves a plan change to the order that created the subscription', () => {
    expect(kinds(change, [paid()])).toEqual([...checked, 'queue-receipts']);
  });
});
