import { expect, test } from 'vitest';
import { effectText } from './cancel-dialog.tsx';

const nextPayment = { amount: { amount: 5988, currency: 'USD' }, at: '2027-12-24T10:00:00.000Z' };

test('names the charge that a cancellation prevents', () => {
  expect(effectText({ state: 'active', nextPayment }, '24\u00a0December\u00a02027')).toBe(
    'Comet works until 24\u00a0December\u00a02027. The $59.88 due on 24\u00a0December\u00a02027 won’t be charged.',
  );
});

test.each([
  { state: 'past_due', nextPayment },
  { state: 'active', nextPayment: null },
] as const)('names no charge if none is due: $state', (subscription) => {
  expect(effectText(subscription, '1\u00a0May\u00a02027')).toBe(
    'Comet works until 1\u00a0May\u00a02027. You won’t be charged again.',
  );
});
