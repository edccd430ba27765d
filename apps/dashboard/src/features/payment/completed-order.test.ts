import { afterEach, describe, expect, test, vi } from 'vitest';
import { completedText } from './completed-order.tsx';
import type { Order } from './order.ts';

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

describe('a payment that gave no plan', () => {
  const returned = { reason: 'second_plan', amount: { amount: 8376, currency: 'USD' } } as const;
  const second = (refund: NonNullable<Order['returned']>['refund']) => ({
    ...{ ...kept, item: plan },
    returned: { ...returned, refund },
  });
  const why = 'You already had a plan, so you get this payment of $83.76 back. Your plan hasn’t changed.';

  test.each([
    [
      'requested',
      'We’re returning this payment',
      `${why} It goes back the way you paid, usually within two days.`,
    ],
    [
      'pending',
      'We’re returning this payment',
      `${why} Paddle, our payment provider, is reviewing the refund. It goes back the way you paid, usually within two days.`,
    ],
    [
      'declined',
      'We still owe you $83.76',
      `${why} Paddle, our payment provider, declined the refund. Our team is settling it by hand and will email you. You don’t have to do anything.`,
    ],
    ['done', 'Refunded', '$83.76 went back the way you paid. Your plan hasn’t changed.'],
  ] as const)('shows a refund that is %s', (refund, headline, explanation) => {
    expect(completedText(second(refund), subscription)).toEqual({ headline, explanation });
  });

  test('requests a wallet address for coins', () => {
    expect(completedText({ ...second('requested'), method: 'crypto' }, subscription)).toEqual({
      headline: 'We’re returning this payment',
      explanation: `${why} We’ve emailed you: reply with the coin and the wallet address to send it to. The crypto fee is non-refundable.`,
    });
  });

  test('has charged nothing for a second trial', () => {
    const trial = { ...second('requested').returned, amount: { amount: 0, currency: 'USD' } };
    expect(headlineOf({ ...second('requested'), returned: trial }, subscription)).toBe(
      'You already had a plan',
    );
  });
});
