import { firstPlans } from '@comet/foundation/first-plans';
import { fact, mentions, testNamed, sourceContains } from '../evidence.ts';
import { api, payments } from './test-files.ts';

/** Evidence about plans and payments that several sentences share. */

const shortest = firstPlans[0];
export const longerIsCheaper = fact('a longer plan costs less per month', () =>
  firstPlans.every(({ priceAmount, months }, at) => {
    const before = firstPlans[at - 1];
    return before === undefined || priceAmount / months < before.priceAmount / before.months;
  }),
);
export const onlyMonthlyTrial = fact('only the monthly plan has free days', () =>
  firstPlans.every(({ months, trialDays }) => trialDays > 0 === (months === 1)),
);
export const sameAccess = fact(
  'plans differ only in length, price, free days and free months',
  () =>
    firstPlans.every(
      (plan) => Object.keys(plan).toSorted().join() === Object.keys(shortest).toSorted().join(),
    ) &&
    Object.keys(shortest).toSorted().join() ===
      'currency,discountPercent,freeMonths,id,monthlyPriceAmount,months,priceAmount,trialDays',
);
export const cardOfPlan = testNamed(
  'e2e/src/pages/site.spec.ts',
  'each plan’s card states the price, the period and the renewal that the checkout charges',
);
export const planFigures = testNamed(
  'apps/site/src/features/pricing/plan-text.test.ts',
  'the figures of the stored plans are consistent',
);
export const oneRenewal = [
  testNamed(
    `${payments}/checkout-plan.spec.ts`,
    'the order, the payment sheet and the account show the same renewal, including the free month',
  ),
  testNamed(
    `${api}/subscriptions/renewal-dates.db.test.ts`,
    'one renewal in order, payment and account: $planId, coupon $hasCoupon, $waitingDays days wait, referred $isReferred',
  ),
] as const;
export const trial = [
  testNamed(
    'apps/api/src/features/orders/quote.test.ts',
    'quotes a trial at zero today, for new customers only',
  ),
  testNamed(`${payments}/lifecycle-renewal.spec.ts`, 'free days continue as a paid plan'),
] as const;
export const moneyBack = [
  mentions('30'),
  sourceContains(
    'apps/api/src/features/subscription/subscription-view.ts',
    'export const moneyBackDays = 30;',
  ),
  testNamed(
    `${api}/subscriptions/refunds.db.test.ts`,
    'refuses a refund during free days, and thirty days after the payment',
  ),
] as const;
export const refundOnHome = [
  testNamed(`${payments}/lifecycle-refund.spec.ts`, 'a refund requested on home: ${decision}'),
  testNamed(
    'e2e/src/pages/first-time-tasks.spec.ts',
    'cancelling, a refund and an invoice take at most two steps each from home',
  ),
] as const;
export const cancelOnHome = [
  testNamed(
    `${payments}/lifecycle-cancel.spec.ts`,
    'a plan is cancelled by keyboard, the cancellation is undone at home, and the plan renews',
  ),
  testNamed(
    'e2e/src/pages/first-time-tasks.spec.ts',
    'cancelling, a refund and an invoice take at most two steps each from home',
  ),
] as const;
export const methods = [
  testNamed(
    `${payments}/checkout-plan.spec.ts`,
    'by card: selects, reviews and pays a plan, which becomes active',
  ),
  testNamed(
    `${payments}/checkout-plan.spec.ts`,
    'PayPal: a cancellation returns to the checkout, an approval pays',
  ),
  testNamed(
    `${payments}/crypto-paid.spec.ts`,
    'confirmed coins buy the period without renewal; one receipt is sent',
  ),
] as const;
export const cryptoTerms = [
  testNamed(
    `${payments}/crypto-paid.spec.ts`,
    'the page shows the fee, that crypto has no renewal and no refund, and more than seventy coins',
  ),
  testNamed(
    'apps/api/src/features/orders/crypto-payment-adapter.test.ts',
    'adds a fee of one percent for crypto on a separate line',
  ),
  testNamed(
    `${api}/payments/billing.db.test.ts`,
    'a plan prepaid in crypto does not renew, and only support can refund it',
  ),
] as const;
export const tax = [
  testNamed(
    'apps/dashboard/src/features/payment/open-sheet.test.ts',
    'today’s total and the renewal include the tax of the customer’s country, and the renewal date is ours',
  ),
  testNamed(
    'apps/dashboard/src/features/payment/open-sheet.test.ts',
    'states that an order has no tax, and leaves one in another currency unchanged',
  ),
] as const;
export const sameSteps = testNamed(
  'apps/site/src/features/pricing/cancel-text.test.ts',
  '%s names every step of cancelling, as the dashboard does',
);
export const keepsAccess = testNamed(
  'apps/api/src/features/subscription/subscription-of-events.test.ts',
  'keeps access after a cancellation until the end of the paid period, free months included',
);
