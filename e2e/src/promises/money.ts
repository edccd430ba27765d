import { cancelPlanTexts, homeTexts, refundTexts } from '@comet/texts';
import {
  fact,
  type EvidencedSentence,
  mentions,
  notTestable,
  testNamed,
  sourceContains,
} from './evidence.ts';
import * as by from './proofs.ts';

const api = 'apps/api/test';
const planText = (title: string) => testNamed('apps/site/src/features/pricing/plan-text.test.ts', title);
const longPlan = planText(
  'a long plan states today’s charge, the period with its free months, and the renewal',
);
const monthlyPlan = planText('a monthly plan starts with its free days');
const plainPlan = planText('a plan without free days or months states its price and renewal only');
const cancelAnytime = testNamed(
  `${api}/payments/billing.db.test.ts`,
  'a cancellation is shown at once, keeps access, can be undone, and each change is sent to the provider once',
);
const keepsAccess = testNamed(
  'apps/api/src/features/subscription/subscription-of-events.test.ts',
  'keeps access after a cancellation until the end of the paid period, free months included',
);
const kept = sourceContains(
  'apps/api/src/features/mailbox-benefits/benefits.store.ts',
  'const keptMonths = 12;',
);
const onceInTwelveMonths = testNamed(
  `${api}/accounts/mailbox-benefits.db.test.ts`,
  'refunds once per mailbox, and the order shows that before its payment',
);
const noCryptoRefund = testNamed(
  `${api}/payments/billing.db.test.ts`,
  'a plan prepaid in crypto does not renew, and only support can refund it',
);
const dataCenterIsUnmetered = testNamed(
  'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
  'a ticket without an exit returns the session to the gateway’s own route, and its leases are settled',
);
const sameSteps = testNamed(
  'apps/site/src/features/pricing/cancel-text.test.ts',
  '%s names every step of cancelling, as the dashboard does',
);
const reasonComesAfter = fact(
  'the reason is asked for after the cancellation and is optional',
  () => cancelPlanTexts.why.includes('(optional)') && cancelPlanTexts.doneTitle.startsWith('Canceled'),
);

/** Prices, payments, refunds and cancelling. */
export const money: Readonly<Record<string, EvidencedSentence>> = {
  'notFoundTexts.links.pricing.1': ['f648ef67', notTestable('It lists what the linked page is about.')],
  'contactTexts.faster.money.1': ['d90f5a21', notTestable('It lists what the linked page is about.')],
  'locationsTexts.country.facts.included': ['3a6fe1ff', by.sameAccess, dataCenterIsUnmetered],
  'locationsTexts.country.facts.refundDays': [
    '91c090f4',
    ...by.moneyBack,
    ...by.refundOnHome,
    noCryptoRefund,
  ],
  'pricingTexts.description': [
    '9be45674',
    ...by.tenDevices,
    by.sameAccess,
    ...by.moneyBack,
    ...by.refundOnHome,
    noCryptoRefund,
    by.cardOfPlan,
  ],
  'pricingTexts.headline': ['b1fd8a3f', by.longerIsCheaper, by.sameAccess],
  'pricingTexts.explanation': ['2638766f', by.sameAccess, ...by.tenDevices, ...by.moneyBack, noCryptoRefund],
  'pricingTexts.plans.firstDays': ['9ed4ac5a', monthlyPlan, by.onlyMonthlyTrial, ...by.trial],
  'pricingTexts.plans.paidOnce': ['4fb379a0', longPlan, by.cardOfPlan, ...by.oneRenewal],
  'pricingTexts.plans.paidMonthly': ['b88101eb', plainPlan, by.planFigures],
  'pricingTexts.plans.afterTrial': ['0f1179f2', monthlyPlan, ...by.trial],
  'pricingTexts.plans.renewsMonthly': ['1dfa0ca3', monthlyPlan, cancelAnytime],
  'pricingTexts.plans.renewsEvery': ['f1b11020', longPlan, cancelAnytime],
  'pricingTexts.plans.getWithFree': ['fa72d71f', longPlan, by.cardOfPlan],
  'pricingTexts.plans.startTrial': ['096408cc', monthlyPlan, by.onlyMonthlyTrial],
  'pricingTexts.plans.methods': ['fedbce64', ...by.methods],
  'pricingTexts.plans.trialMethods': ['80267d85', ...by.trial],
  'pricingTexts.plans.freeMonthsNote': [
    'cff5118a',
    planText('one note explains the monthly price that includes the free months'),
    testNamed('e2e/src/pages/site.spec.ts', 'the explanation of the monthly price agrees with the checkout'),
  ],
  'pricingTexts.plans.priceWithFree': [
    '4226e6c4',
    planText('one note explains the monthly price that includes the free months'),
  ],
  'pricingTexts.assurances.refund': ['dc1b6b72', ...by.moneyBack, ...by.refundOnHome, noCryptoRefund],
  'pricingTexts.assurances.cards': [
    'edb624a9',
    sourceContains(
      'apps/dashboard/src/features/checkout/payment-marks.tsx',
      "card: ['mark-visa', 'mark-mastercard']",
    ),
    ...by.methods,
  ],
  'pricingTexts.assurances.crypto': ['975ad446', mentions('70+', '1% fee'), ...by.cryptoTerms],
  'pricingTexts.assurances.tax': ['df8f3ac7', ...by.tax],
  'pricingTexts.extras.explanation': [
    'b6a12c69',
    testNamed(`${api}/residential/purchases.db.test.ts`, 'sells none of these without a subscription'),
    testNamed(
      'e2e/src/payments/checkout-services.spec.ts',
      'without a plan: states that first, saves the order, and opens it once the plan is active',
    ),
  ],
  'pricingTexts.extras.monthFrom': ['63f53ba0', by.planFigures, ...by.gigabytePrice],
  'pricingTexts.questions.rows.0.1': [
    'c402ade8',
    ...by.moneyBack,
    ...by.refundOnHome,
    mentions(homeTexts.askRefund, '12 months'),
    fact('the dialog repeats the action', () => refundTexts.confirm === homeTexts.askRefund),
    fact('home says that the money goes back the way it was paid', () =>
      homeTexts.refundedExplanation.includes('the way you paid'),
    ),
    noCryptoRefund,
    onceInTwelveMonths,
    kept,
  ],
  'pricingTexts.questions.rows.1.1': [
    '74e93b1c',
    mentions(homeTexts.cancel, cancelPlanTexts.confirm),
    sameSteps,
    reasonComesAfter,
    ...by.cancelOnHome,
    keepsAccess,
  ],
  'pricingTexts.questions.rows.2.1': [
    '1ae62056',
    mentions('Paddle', 'CoinGate', '70+', '1% fee'),
    ...by.methods,
    ...by.cryptoTerms,
  ],
  'pricingTexts.questions.rows.3.1': [
    'd1bd19de',
    by.onlyMonthlyTrial,
    ...by.trial,
    testNamed(
      `${api}/accounts/mailbox-benefits.db.test.ts`,
      'a mailbox has one free trial in 12 months, for any spelling of its address and after a deletion',
    ),
    testNamed(
      `${api}/crypto/crypto.db.test.ts`,
      'a quote in crypto has its fee as a line, no trial and no renewal',
    ),
    testNamed(
      'apps/dashboard/src/features/cancel-plan/cancel-dialog.test.ts',
      'names the charge that a cancellation prevents',
    ),
    cancelAnytime,
  ],
  'pricingTexts.questions.rows.4.1': [
    '5d968d44',
    testNamed(
      `${api}/subscriptions/catalogue-commands.db.test.ts`,
      'a higher plan price is created at Paddle, and existing orders keep their price',
    ),
    ...by.oneRenewal,
  ],
  'pricingTexts.questions.rows.5.1': ['135a8097', mentions('Paddle'), ...by.tax],
  'siteHomeTexts.proof.noQuestions': ['2c90c220', ...by.refundOnHome, noCryptoRefund],
  'siteHomeTexts.fromPrice': ['843ecf7b', by.planFigures, ...by.moneyBack, noCryptoRefund],
  'siteHomeTexts.facts.refund.explanation': ['c1293d3e', ...by.refundOnHome, noCryptoRefund],
  'siteHomeTexts.steps.plan.explanation': [
    '79520a4c',
    testNamed(
      'e2e/src/pages/first-time-tasks.spec.ts',
      'from the home page to a paid plan in at most 14 steps',
    ),
    ...by.methods,
  ],
  'siteHomeTexts.prices.explanation': ['99693c5e', by.sameAccess, by.longerIsCheaper],
  'siteHomeTexts.prices.trialHeadline': ['95ca01c0', by.onlyMonthlyTrial, ...by.trial],
  'siteHomeTexts.prices.trial': [
    'a8c5872f',
    by.onlyMonthlyTrial,
    ...by.trial,
    ...by.moneyBack,
    noCryptoRefund,
  ],
  'siteHomeTexts.prices.noTrialHeadline': ['2169b913', ...by.moneyBack],
  'siteHomeTexts.prices.noTrial': ['4d6ef5c9', by.planFigures, ...by.moneyBack, noCryptoRefund],
  'proofTexts.claims.5.heading': [
    'b3c0c0a6',
    testNamed(
      `${api}/payments/payments.db.test.ts`,
      'a notification received a hundred times concurrently counts once',
    ),
  ],
  'proofTexts.claims.5.text': [
    '7261f567',
    testNamed(
      `${api}/payments/inbox.db.test.ts`,
      'stores concurrent events, each once, before it acknowledges them',
    ),
    testNamed(
      `${api}/payments/payment-event-order.db.test.ts`,
      'the resulting state does not depend on the order or repetition of events, and the ledger agrees with Paddle',
    ),
    sourceContains(
      `${api}/payments/payment-event-order.db.test.ts`,
      'Delivers each event three times in random order',
    ),
  ],
  'proofTexts.claims.5.limit': [
    '42d257a3',
    mentions('Paddle'),
    by.methods[0],
    sourceContains('e2e/src/payments/checkout.ts', "page.frameLocator('iframe')"),
    sourceContains('apps/api/src/features/payments/paddle/paddle-event.ts', 'last4: maybe(z.string()),'),
    testNamed(
      'apps/api/src/features/payments/paddle/paddle-event.test.ts',
      'a completed transaction is a payment, by the method that was captured',
    ),
  ],
};
