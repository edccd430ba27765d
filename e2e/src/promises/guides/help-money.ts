import { cancelPlanTexts, homeTexts, refundTexts } from '@comet/texts';
import { fact, type EvidencedSentence, mentions, testNamed, sourceContains } from '../evidence.ts';
import * as by from '../proofs.ts';
import { conduct, labels, links, stores } from './guide-evidence.ts';

const api = 'apps/api/test';
const keepsAccess = testNamed(
  'apps/api/src/features/subscription/subscription-of-events.test.ts',
  'keeps access after a cancellation until the end of the paid period, free months included',
);
const mailOfCancellation = testNamed(
  `${api}/payments/ledger.db.test.ts`,
  'sends one email per cancellation, also after an undo',
);
const refundEndsPlan = testNamed(
  `${api}/subscriptions/refunds.db.test.ts`,
  'a refund is requested once, is pending, and ends the plan when it is approved',
);
const upgrade = testNamed(
  'e2e/src/payments/lifecycle-upgrade.spec.ts',
  'a longer plan is previewed, paid and listed with its invoice',
);
const upgradeInFreeDays = testNamed(
  'e2e/src/payments/lifecycle-upgrade.spec.ts',
  'an upgrade in free days charges nothing and keeps them',
);
const invoice = testNamed(
  'e2e/src/payments/receipt.spec.ts',
  'a receipt leads to its invoice in one click, and billing has the number of its order',
);
const noCryptoRenewal = testNamed(
  `${api}/payments/billing.db.test.ts`,
  'a plan prepaid in crypto does not renew, and only support can refund it',
);
const noCryptoTrial = testNamed(
  `${api}/crypto/crypto.db.test.ts`,
  'a quote in crypto has its fee as a line, no trial and no renewal',
);
const cryptoReminders = testNamed(
  `${api}/accounts/reminders.db.test.ts`,
  'sends reminders for a plan paid in crypto a week and a day before its end, and after it',
);
const noInvoiceForCrypto = sourceContains(
  'apps/dashboard/src/features/billing/billing-screen.tsx',
  '{payment.hasInvoice && <InvoiceAction payment={payment} />}',
);
const week = testNamed(
  'e2e/src/payments/lifecycle-renewal.spec.ts',
  'after a failed payment the plan lasts a week: another card recovers it, or it ends',
);
const onePerMailbox = testNamed(
  `${api}/accounts/mailbox-benefits.db.test.ts`,
  'refunds once per mailbox, and the order shows that before its payment',
);

/** Lines of help pages about prices, payments, refunds and cancelling. */
export const helpMoney: Readonly<Record<string, EvidencedSentence>> = {
  'help.cancel.What you need.0': ['04479bb4', ...by.methods],
  'help.cancel.What you need.1': ['5112deb5', ...by.cryptoTerms],
  'help.cancel.Steps.0': ['e762bfcb', mentions(homeTexts.cancel), ...by.cancelOnHome, labels],
  'help.cancel.Steps.1': ['6d02131b', mentions(cancelPlanTexts.confirm), ...by.cancelOnHome, labels],
  'help.cancel.What you should see.0': ['4d91acb5', keepsAccess, mailOfCancellation],
  'help.cancel.If it doesn’t work.1': ['dcbe8d67', ...by.moneyBack, ...by.refundOnHome, refundEndsPlan],
  'help.cancel.If it doesn’t work.2': ['d26eef57', stores],
  'help.cancel.If it doesn’t work.3': ['5114c6d5', conduct('whether support cancels a plan on request')],
  'help.cancel.If it doesn’t work.4': ['6141842f', links],
  'help.change-email.If it doesn’t work.1': [
    '6651f2c9',
    labels,
    testNamed(
      'e2e/src/accounts/email-change.spec.ts',
      'the settings show a pending change after a reload, resend and cancel it',
    ),
  ],
  'help.change-plan.Steps.1': ['3d14a4a1', upgrade, ...by.tax],
  'help.change-plan.Steps.2': ['1760f48e', labels, upgradeInFreeDays, upgrade],
  'help.change-plan.If it doesn’t work.3': ['e1f5c9e8', labels, noCryptoRenewal],
  'help.crypto.What you need.2': ['0fba8832', mentions('1% fee'), ...by.cryptoTerms, noCryptoTrial],
  'help.crypto.Steps.1': ['d5cac14f', labels, ...by.cryptoTerms],
  'help.crypto.What you should see.0': [
    '927f8116',
    labels,
    by.methods[2],
    mentions('7 days', '1 day'),
    cryptoReminders,
  ],
  'help.crypto.If it doesn’t work.3': ['fede5c41', ...by.moneyBack, ...by.methods],
  'help.dedicated-ip.If it doesn’t work.2': [
    '1e5bf73b',
    labels,
    mentions('30 days'),
    testNamed(
      `${api}/residential/dedicated.db.test.ts`,
      'allows one swap in thirty days, and quarantines the old address for as long',
    ),
  ],
  'help.dedicated-ip.If it doesn’t work.3': ['541b3199', labels, mentions('30 days'), ...by.dedicatedIsAlone],
  'help.invoice.What you should see.0': ['b32cc563', mentions('Paddle'), upgrade, invoice, ...by.tax],
  'help.invoice.If it doesn’t work.0': ['3acc3ead', by.methods[2], noInvoiceForCrypto],
  'help.lost-access.If it doesn’t work.3': [
    'f5e39ca2',
    conduct('how an owner without a mailbox proves that an account is theirs'),
  ],
  'help.payment-failed.What you need.1': ['48f5c177', mentions('7 days'), week],
  'help.payment-failed.Steps.2': ['7c836a19', mentions('Paddle'), week],
  'help.payment-failed.If it doesn’t work.0': [
    '4be6d75a',
    conduct('what a bank requires'),
    testNamed(
      'e2e/src/payments/checkout-plan.spec.ts',
      '3-D Secure: a refusal charges nothing, a confirmation pays',
    ),
  ],
  'help.payment-failed.If it doesn’t work.2': [
    'b68d5827',
    labels,
    testNamed(
      'e2e/src/payments/checkout-plan.spec.ts',
      'the page of a payment in process links to support at once',
    ),
  ],
  'help.payment-failed.If it doesn’t work.3': ['72ab564f', ...by.cancelOnHome, keepsAccess],
  'help.refund.What you need.0': ['a5ff519f', ...by.moneyBack, ...by.refundOnHome],
  'help.refund.What you need.1': ['95b942f8', ...by.cryptoTerms, links],
  'help.refund.Steps.0': ['1dbb5957', labels, ...by.refundOnHome],
  'help.refund.Steps.1': ['eb7662e9', mentions(homeTexts.askRefund), ...by.refundOnHome],
  'help.refund.Steps.2': ['1e4f230f', mentions(refundTexts.confirm), ...by.refundOnHome],
  'help.refund.What you should see.0': [
    'bf08f97f',
    mentions(refundTexts.asked, 'Paddle', 'usually within two days'),
    fact('the dialog gives the same time', () => refundTexts.explanation.includes('usually within two days')),
    refundEndsPlan,
    conduct('how fast a bank shows a refund'),
  ],
  'help.refund.If it doesn’t work.0': [
    '39cdfc41',
    mentions('30 days', '12 months'),
    ...by.moneyBack,
    ...by.cryptoTerms,
    onePerMailbox,
  ],
  'help.refund.If it doesn’t work.1': [
    '3f05e67c',
    labels,
    testNamed(
      `${api}/subscriptions/refunds.db.test.ts`,
      'a rejected refund is shown, and cannot be requested again',
    ),
  ],
  'help.refund.If it doesn’t work.2': ['782ee3cc', conduct('on refunds after 30 days')],
  'help.refund.If it doesn’t work.3': [
    'ec6ab973',
    testNamed(
      `${api}/crypto/returned-payment.db.test.ts`,
      'the order of a second plan shows each state of its refund, until an operator has returned the money',
    ),
  ],
  'help.residential-data.If it doesn’t work.3': [
    '39ec5630',
    labels,
    ...by.atZero,
    testNamed(
      `${api}/residential/residential-data.db.test.ts`,
      'refuses a lease without a plan, or from a quota account of another gateway',
    ),
  ],
};
