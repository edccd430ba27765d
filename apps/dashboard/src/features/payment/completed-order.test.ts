import { afterEach, expect, test, vi } from 'vitest';
import { completedText } from './completed-order.tsx';

afterEach(() => vi.unstubAllEnvs());

const plan = { kind: 'subscription', planId: '12-months', months: 12 } as const;
const subscription = {
  state: 'active',
  planId: '12-months',
  activeUntil: '2027-12-24T12:00:00.000Z',
} as const;
const kept = { renewal: null, returned: null, method: 'card' } as const;
const headlineOf = (...given: Parameters<typeof completedText>) => completedText(...given).headline;

test('states the end of a paid or free plan', () => {
  const order = { ...kept, item: plan };
  expect(headlineOf(order, subscription)).toBe('You’re in. Active until 24\u00a0December\u00a02027.');
  expect(headlineOf(order, { ...subscription, state: 'trialing' })).toBe(
    'You’re in. Free until 24\u00a0December\u00a02027.',
  );
});

test('states no date until the account has the paid plan', () => {
  const order = { ...kept, item: plan };
  expect(headlineOf(order, undefined)).toBe('You’re in.');
  expect(headlineOf(order, null)).toBe('You’re in.');
  expect(headlineOf(order, { ...subscription, planId: '1-month' })).toBe('You’re in.');
});

test('states what another product has added, and that it can be used where it can', () => {
  vi.stubEnv('VITE_LINUX_APP', 'yes');
  const item = { kind: 'residential_data', gigabytes: 25 } as const;
  expect(completedText({ ...kept, item }, subscription)).toEqual({
    headline: 'Payment completed',
    explanation: '25\u00a0GB added. You can use it now.',
  });
  vi.stubEnv('VITE_LINUX_APP', undefined);
  expect(completedText({ ...kept, item }, subscription).explanation).toBe('25\u00a0GB added.');
  const traffic = { kind: 'proxy_traffic', gigabytes: 25 } as const;
  expect(completedText({ ...kept, item: traffic }, subscription).explanation).toContain('use it now');
});

test('states that the payment of a second plan is returned, and how', () => {
  const returned = { reason: 'second_plan', amount: { amount: 8376, currency: 'USD' } } as const;
  const second = { ...kept, item: plan, returned };
  const why = 'You already had a plan, so we’re returning this payment of $83.76. Your plan hasn’t changed.';
  expect(completedText({ ...second, method: 'crypto' }, subscription)).toEqual({
    headline: 'We’re returning this payment',
    explanation: `${why} We’ve emailed you: reply with the coin and the wallet address to send it to. The crypto fee is non-refundable.`,
  });
  expect(completedText(second, subscription).explanation).toBe(
    `${why} It goes back the way you paid, usually within two days.`,
  );
  const trial = { ...returned, amount: { amount: 0, currency: 'USD' } };
  expect(headlineOf({ ...second, returned: trial }, subscription)).toBe('You already had a plan');
});
