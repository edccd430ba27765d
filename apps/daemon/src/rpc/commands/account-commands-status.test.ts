import { expect, test } from 'vitest';
import { statusOf } from './account-commands.ts';

type Subscription = NonNullable<Parameters<typeof statusOf>[0]>;

const now = new Date('2026-11-21T10:00:00Z');
const ahead = '2026-12-01T00:00:00Z';
const subscription = (state: Subscription['state'], activeUntil = ahead, nextPayment: unknown = null) =>
  ({ state, activeUntil, months: 12, source: 'web', nextPayment }) as Subscription;

test.each([
  ['trialing', 'active'],
  ['active', 'active'],
  ['past_due', 'active'],
  ['cancelled', 'cancelled'],
  ['refunded', 'inactive'],
  ['expired', 'inactive'],
] as const)('maps a subscription that is %s to the account status %s', (state, status) => {
  expect(statusOf(subscription(state), now).status).toBe(status);
});

test('without access, shows neither plan nor end date, but still names the store of the purchase', () => {
  const none = { status: 'inactive', plan: null, activeUntil: null, renews: false };
  expect(statusOf(null, now)).toEqual({ ...none, source: null });
  for (const state of ['active', 'cancelled'] as const)
    expect(statusOf(subscription(state, now.toISOString()), now)).toEqual({ ...none, source: 'web' });
});

test('renews if a payment is expected', () => {
  const payment = { amount: { amount: 999, currency: 'USD' }, at: ahead };
  expect(statusOf(subscription('active', ahead, payment), now)).toEqual({
    status: 'active',
    plan: { months: 12 },
    activeUntil: ahead,
    renews: true,
    source: 'web',
  });
  expect(statusOf(subscription('active'), now).renews).toBe(false);
});
