import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Subscription } from '../subscription/index.ts';
import { homeHeadline, remainingShare } from './headline.ts';
import { nextPayment } from './plan-rows.tsx';

const active: Subscription = {
  id: '3f0c7a52-5d43-4c1e-9a57-0e6c1d2b3a49',
  state: 'active',
  source: 'web',
  planId: '12-months',
  months: 12,
  freeMonths: 0,
  startedAt: '2026-03-14T12:00:00Z',
  activeUntil: '2027-03-14T12:00:00Z',
  canBeUndone: false,
  nextPayment: { amount: { amount: 5988, currency: 'USD' }, at: '2027-03-14T12:00:00Z' },
  paymentMethod: { kind: 'card', lastDigits: '4242' },
  moneyBackUntil: null,
  moneyBackAmount: null,
  refund: null,
};

describe('the headline of home', () => {
  it('until when, and how it renews', () => {
    expect(homeHeadline(active, false)).toEqual({
      headline: 'Active until 14\u00a0March\u00a02027',
      explanation: '12\u00a0months, renews with card ending 4242',
      next: 'nothing',
    });
  });

  it.each([
    ['trialing', 'Free until 14\u00a0March\u00a02027'],
    ['past_due', 'Payment due, active until 14\u00a0March\u00a02027'],
    ['cancelled', 'Canceled, active until 14\u00a0March\u00a02027'],
    ['refunded', 'Refunded'],
    ['expired', 'Ended on 14\u00a0March\u00a02027'],
  ] as const)('for %s: %s', (state, headline) => {
    expect(homeHeadline({ ...active, state }, false).headline).toBe(headline);
  });

  it('shows that a plan does not renew', () => {
    expect(homeHeadline({ ...active, nextPayment: null }, false).explanation).toBe(
      '12\u00a0months, doesn’t renew',
    );
  });

  it.each(['active', 'past_due', 'cancelled'] as const)(
    'shows that a plan (%s) ends with its pending refund, not with a declined or partial one',
    (state) => {
      const refund = { amount: { amount: 5988, currency: 'USD' }, state: 'pending', endsPlan: true } as const;
      const headlineWith = (given: Partial<NonNullable<Subscription['refund']>>) =>
        homeHeadline({ ...active, state, refund: { ...refund, ...given } }, false).headline;
      expect(headlineWith({})).toBe('Active until your refund is approved');
      expect(headlineWith({ endsPlan: false })).toContain('14\u00a0March\u00a02027');
      expect(headlineWith({ state: 'rejected' })).toContain('14\u00a0March\u00a02027');
    },
  );

  it('names the store that sold the plan', () => {
    const sold = { ...active, source: 'app_store', nextPayment: null, paymentMethod: null } as const;
    expect(homeHeadline(sold, false).explanation).toBe('12\u00a0months, bought in the App Store');
  });

  it('shows that a plan has to be chosen, or that its payment is pending', () => {
    expect(homeHeadline(null, false)).toMatchObject({ headline: 'No plan yet', next: 'choose-plan' });
    expect(homeHeadline(null, true)).toMatchObject({ headline: 'Payment in process', next: 'see-payment' });
    expect(homeHeadline({ ...active, state: 'expired' }, true).next).toBe('see-payment');
    expect(homeHeadline(active, true).next).toBe('nothing');
  });
});

describe('the share that is left', () => {
  it('is half in the middle of the first period, and is whole again in the second', () => {
    expect(remainingShare(active, new Date('2026-09-13T00:00:00Z'))).toBeCloseTo(0.5, 2);
    const renewed = { ...active, activeUntil: '2028-03-14T12:00:00Z' };
    expect(remainingShare(renewed, new Date('2027-03-14T12:00:00Z'))).toBeCloseTo(1, 2);
    expect(remainingShare(active, new Date(active.activeUntil))).toBe(0);
  });

  it('stays between 0 and 1', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (now) => {
        const share = remainingShare(active, now);
        expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
});

describe('the next payment', () => {
  const amount = { amount: 5988, currency: 'USD' };
  const by = (refund: Subscription['refund']) => nextPayment({ ...active, refund });

  it('is none while a refund that ends the plan is under review', () => {
    expect(by({ state: 'pending', amount, endsPlan: true })).toBe('None once your refund is approved');
  });

  it('stays during a partial refund, and after a declined one', () => {
    const due = '$59.88 on 14\u00a0March\u00a02027';
    expect(by(null)).toBe(due);
    expect(by({ state: 'pending', amount, endsPlan: false })).toBe(due);
    expect(by({ state: 'rejected', amount, endsPlan: false })).toBe(due);
  });
});
