import fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  PaymentAdjusted,
  PaymentCompleted,
  ProviderEvent,
  SubscriptionChanged,
} from './provider-event.ts';
import { subscriptionOf } from './subscription-of-events.ts';

const start = Date.parse('2026-11-21T00:00:00.000Z');
const dayMs = 24 * 3600 * 1000;
const day = (days: number) => new Date(start + days * dayMs).toISOString();

const yearPlan = { planId: '12-months', months: 12, priceAmount: 5988, freeMonths: 1 };
const monthPlan = { planId: '1-month', months: 1, priceAmount: 1199, freeMonths: 0 };
const twoYears = { planId: '24-months', months: 24, priceAmount: 8376, freeMonths: 3 };
const yearly = { ...yearPlan, trialDays: 0 };
const monthly = { ...monthPlan, trialDays: 0 };
const trial = { ...monthPlan, trialDays: 3 };
const plans = new Map([['pri_year', yearPlan]]);

const paid = (from: number, until: number, more: Partial<PaymentCompleted> = {}): PaymentCompleted => ({
  type: 'payment_completed',
  at: day(from),
  transactionId: `txn_${from}`,
  subscriptionId: 'sub',
  priceIds: ['pri'],
  amount: 1199,
  tax: 0,
  currency: 'USD',
  period: { startsAt: day(from), endsAt: day(until) },
  method: { kind: 'card', lastDigits: '4242' },
  ...more,
});
const changed = (
  at: number,
  status: SubscriptionChanged['status'],
  more: Partial<SubscriptionChanged> = {},
): SubscriptionChanged => ({
  type: 'subscription_changed',
  at: day(at),
  subscriptionId: 'sub',
  transactionId: null,
  status,
  nextPaymentAt: null,
  periodEndsAt: null,
  cancelsAt: null,
  canceledAt: null,
  ...more,
});
const adjusted = (
  at: number,
  transactionId: string,
  more: Partial<PaymentAdjusted> = {},
): PaymentAdjusted => ({
  type: 'payment_adjusted',
  at: day(at),
  transactionId,
  subscriptionId: 'sub',
  adjustmentId: `adj_${at}`,
  action: 'refund',
  status: 'approved',
  isWhole: false,
  amount: 1199,
  tax: 0,
  currency: 'USD',
  ...more,
});
const refunded = (at: number, transactionId: string) => adjusted(at, transactionId, { isWhole: true });

test('only a payment gives access, for any periods of other events', () => {
  expect(subscriptionOf(monthly, [changed(0, 'active', { periodEndsAt: day(365) })])).toBeNull();
});

test('a year with a free month lasts until the end of the thirteenth', () => {
  const facts = subscriptionOf(yearly, [paid(0, 365)]);
  expect(facts).toMatchObject({ state: 'active', activeUntil: new Date('2027-12-21T00:00:00.000Z') });
  expect(facts?.nextPaymentAt).toEqual(facts?.activeUntil);
});

test('adds free months to the first payment only', () => {
  const facts = subscriptionOf(yearly, [paid(0, 365), paid(395, 760)]);
  expect(facts?.entitlements.map((entitlement) => entitlement.freeMonths)).toEqual([1, 0]);
  expect(facts?.activeUntil).toEqual(new Date(day(760)));
});

test('adds the free months of a longer plan, less those given, and none at its renewal', () => {
  const prices = new Map([
    ['pri_year', yearPlan],
    ['pri_two_years', twoYears],
  ]);
  const upgrade = paid(0, 730, {
    ...{ transactionId: 'txn_upgrade', priceIds: ['pri_two_years'], isPlanChange: true },
    at: new Date(start + 60_000).toISOString(),
  });
  const first = paid(0, 365, { priceIds: ['pri_year'] });
  const facts = subscriptionOf(yearly, [first, upgrade], prices);
  expect(facts?.entitlements.map(({ freeMonths }) => freeMonths)).toEqual([1, 2]);
  // 24 bought months, one free month of the yearly plan and two more: the same as for a new customer.
  expect(facts?.activeUntil).toEqual(new Date('2029-02-19T00:00:00.000Z'));
  const renewed = [first, upgrade, paid(823, 1553, { priceIds: ['pri_two_years'] })];
  expect(subscriptionOf(yearly, renewed, prices)?.entitlements.map(({ freeMonths }) => freeMonths)).toEqual([
    1, 2, 0,
  ]);
});

test('a trial turns active with its first payment', () => {
  const begun = paid(0, 3, { amount: 0 });
  expect(subscriptionOf(trial, [begun, changed(0, 'trialing')])?.state).toBe('trialing');
  expect(subscriptionOf(trial, [begun, changed(0, 'trialing'), paid(3, 33)])?.state).toBe('active');
});

test('a failed renewal keeps access for seven days, and its later payment settles it', () => {
  const failed = [paid(0, 30), changed(30, 'past_due', { periodEndsAt: day(60) })];
  expect(subscriptionOf(monthly, failed)).toMatchObject({
    state: 'past_due',
    activeUntil: new Date(day(30)),
    accessUntil: new Date(day(37)),
  });
  const settled = [...failed, paid(30, 60, { at: day(33) })];
  expect(subscriptionOf(monthly, settled)).toMatchObject({ state: 'active', activeUntil: new Date(day(60)) });
});

test('keeps access after a cancellation until the end of the paid period, free months included', () => {
  const requested = [paid(0, 365), changed(10, 'active', { cancelsAt: day(365) })];
  expect(subscriptionOf(yearly, requested)).toMatchObject({ state: 'cancelled', nextPaymentAt: null });
  const done = [...requested, changed(365, 'canceled', { canceledAt: day(365) })];
  expect(subscriptionOf(yearly, done)?.accessUntil).toEqual(new Date('2027-12-21T00:00:00.000Z'));
});

test('a subscription that the provider ends in the middle of a period ends then', () => {
  const ended = [paid(0, 365), changed(10, 'canceled', { canceledAt: day(10) })];
  expect(subscriptionOf(yearly, ended)?.accessUntil).toEqual(new Date(day(10)));
});

test('a refund of the last payment ends access at once; of an earlier one it does not', () => {
  const payments = [paid(0, 30), paid(30, 60)];
  expect(subscriptionOf(monthly, [...payments, refunded(40, 'txn_30')])).toMatchObject({
    state: 'refunded',
    accessUntil: new Date(day(40)),
  });
  expect(subscriptionOf(monthly, [...payments, refunded(40, 'txn_0')])?.state).toBe('active');
});

test('a partial refund keeps the plan, unless the parts add up to the whole', () => {
  const part = (at: number, amount: number) => adjusted(at, 'txn_0', { amount });
  expect(subscriptionOf(monthly, [paid(0, 30), part(5, 600)])?.state).toBe('active');
  expect(subscriptionOf(monthly, [paid(0, 30), part(5, 600), part(6, 599)])).toMatchObject({
    state: 'refunded',
    accessUntil: new Date(day(6)),
    reversedBy: 'refund',
  });
});

test('ignores a requested or rejected refund', () => {
  const requested = adjusted(5, 'txn_0', { isWhole: true, status: 'pending', adjustmentId: 'adj' });
  const rejected = adjusted(6, 'txn_0', { isWhole: true, status: 'rejected', adjustmentId: 'adj' });
  expect(subscriptionOf(monthly, [paid(0, 30), requested])?.state).toBe('active');
  expect(subscriptionOf(monthly, [paid(0, 30), rejected, requested])?.state).toBe('active');
});

test('a second chargeback ends access though the first was reversed, in any order of events', () => {
  const first = { action: 'chargeback', adjustmentId: 'cb' } as const;
  const reversed = [
    adjusted(5, 'txn_0', first),
    adjusted(9, 'txn_0', { ...first, status: 'reversed' }),
    adjusted(9, 'txn_0', { action: 'chargeback_reversal', adjustmentId: 'back' }),
  ];
  const second = adjusted(20, 'txn_0', { action: 'chargeback', adjustmentId: 'cb_2' });
  expect(subscriptionOf(monthly, [paid(0, 30), ...reversed])?.state).toBe('active');
  expect(subscriptionOf(monthly, [second, ...reversed, paid(0, 30)])?.state).toBe('refunded');
});

test('a chargeback ends access, and its reversal restores it', () => {
  const dispute = adjusted(5, 'txn_0', { action: 'chargeback', adjustmentId: 'cb' });
  const ended = subscriptionOf(monthly, [paid(0, 30), dispute]);
  expect(ended).toMatchObject({
    state: 'refunded',
    accessUntil: new Date(day(5)),
    reversedBy: 'chargeback',
  });
  const marked = adjusted(9, 'txn_0', { action: 'chargeback', adjustmentId: 'cb', status: 'reversed' });
  const reversal = adjusted(9, 'txn_0', { action: 'chargeback_reversal', adjustmentId: 'back' });
  for (const reversals of [[marked], [reversal], [marked, reversal]])
    expect(subscriptionOf(monthly, [...reversals, dispute, paid(0, 30)])).toMatchObject({
      state: 'active',
      activeUntil: new Date(day(30)),
    });
});

test('a payment for another plan moves the subscription to it, and renews for its price', () => {
  const upgraded = paid(10, 375, { amount: 5189, priceIds: ['pri_year'] });
  const facts = subscriptionOf(monthly, [upgraded, paid(0, 30)], plans);
  // Includes the free month of the yearly plan.
  const activeUntil = new Date('2028-01-01T00:00:00.000Z');
  expect(facts).toMatchObject({ plan: yearPlan, activeUntil, state: 'active' });
  expect(subscriptionOf(monthly, [paid(0, 30)], plans)?.plan.planId).toBe('1-month');
});

test('paused at the provider is cancelled here', () => {
  expect(subscriptionOf(monthly, [paid(0, 30), changed(5, 'paused')])).toMatchObject({
    state: 'cancelled',
    activeUntil: new Date(day(30)),
    nextPaymentAt: null,
  });
});

const anyEvent: fc.Arbitrary<ProviderEvent> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 1199))
    .map(([month, amount]) => paid(month * 30, month * 30 + 30, { amount })),
  fc
    .tuple(
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom('trialing', 'active', 'past_due', 'paused', 'canceled'),
      fc.option(fc.integer({ min: 0, max: 400 }).map(day)),
    )
    .map(([at, status, date]) => changed(at, status, { canceledAt: date, periodEndsAt: date })),
  fc.integer({ min: 0, max: 12 }).map((month) => refunded(month * 30 + 5, `txn_${month * 30}`)),
  fc
    .record({
      action: fc.constantFrom('refund', 'chargeback', 'chargeback_reversal'),
      status: fc.constantFrom('pending', 'approved', 'rejected', 'reversed'),
      adjustmentId: fc.constantFrom('adj_a', 'adj_b', 'adj_c'),
      amount: fc.constantFrom(500, 699, 1199),
    })
    .chain((more) =>
      fc.integer({ min: 0, max: 12 }).map((month) => adjusted(month * 30 + 6, `txn_${month * 30}`, more)),
    ),
);

test('order and repetition of events make no difference', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyEvent, { maxLength: 12 })
        .chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          ),
        ),
      ([events, shuffled]) => {
        expect(subscriptionOf(trial, shuffled)).toEqual(subscriptionOf(trial, events));
      },
    ),
  );
});

test('access never exceeds the paid periods and the longest grace', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
      const facts = subscriptionOf(monthly, events);
      const ends = events
        .filter((event) => event.type === 'payment_completed')
        .map((event) => Date.parse(event.period?.endsAt ?? event.at));
      const maxUntil = ends.length > 0 ? Math.max(...ends) + 7 * dayMs : Number.NEGATIVE_INFINITY;
      // A refund has its own date, and ends access at that time.
      const until = facts === null || facts.state === 'refunded' ? maxUntil : facts.accessUntil.getTime();
      expect(until).toBeLessThanOrEqual(maxUntil);
    }),
  );
});
