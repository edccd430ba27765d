import { firstPlans } from '@comet/foundation/first-plans';
import { formatMoney } from '@comet/texts';
import * as automaticPurchases from '../../src/features/automatic-purchases/emails.ts';
import * as deletion from '../../src/features/deletion/emails.ts';
import * as emailChange from '../../src/features/email-change/emails.ts';
import * as passkeys from '../../src/features/passkeys/emails.ts';
import * as passwords from '../../src/features/passwords/emails.ts';
import * as payments from '../../src/features/payments/emails.ts';
import * as quickLogin from '../../src/features/quick-login/emails.ts';
import * as receipts from '../../src/features/receipts/emails.ts';
import * as referrals from '../../src/features/referrals/emails.ts';
import * as reminders from '../../src/features/reminders/emails.ts';
import * as residentialData from '../../src/features/residential-data/emails.ts';
import * as signInNotices from '../../src/features/sign-in-notices/emails.ts';
import * as social from '../../src/features/social/emails.ts';
import * as stockRequests from '../../src/features/stock-requests/emails.ts';
import * as subscription from '../../src/features/subscription/emails.ts';
import * as supportTickets from '../../src/features/support-tickets/emails.ts';
import * as twoFactor from '../../src/features/two-factor/emails.ts';
import * as registration from '../../src/features/users/registration/emails.ts';
import { firstPrices } from '../../src/features/plans/seed-prices.ts';
import type { Email } from '../../src/platform/mail/email.ts';

const dashboardUrl = 'https://dash.comet.example';
const at = new Date('2026-11-24T09:41:00Z');
const later = (days: number) => new Date(at.getTime() + days * 24 * 3600 * 1000);
const usd = (amount: number) => ({ amount, currency: 'USD' });
const [homeUrl, billingUrl] = [`${dashboardUrl}/dash/home/`, `${dashboardUrl}/dash/billing/`];
const settingsUrl = `${dashboardUrl}/dash/settings/`;
const link = (path: string) => `${dashboardUrl}${path}?token=h8Jx2mQ0bV3yT6cR9kLw5nPf`;
const client = { name: 'Firefox', platform: 'linux' } as const;
const occasion = { client, at };
const metered = { product: 'residential_vpn', gigabytes: 10, dashboardUrl } as const;
const orderNumber = 'CV-7K3M9Q';

const [monthly, yearly] = firstPlans;
const { id: planId, months, trialDays, freeMonths, priceAmount } = yearly;
const plan = { planId, months, trialDays, freeMonths, priceAmount };
/** Tax of 19 % on the yearly plan, and the amount paid with it. */
const planTax = Math.round(priceAmount * 0.19);
const paid = priceAmount + planTax;
const cryptoFee = Math.round(priceAmount / 100);
const gigabytePrice = priceOf('residential-data');

function priceOf(id: string): number {
  const price = firstPrices.find((one) => one.id === id);
  if (price === undefined) throw new Error(`The price list has no ${id}`);
  return price.amount;
}

const order: receipts.Receipt['order'] = {
  ...{ number: orderNumber, item: { kind: 'subscription', ...plan }, method: 'card', lines: [] },
};
const payment = {
  ...{ at: at.toISOString(), amount: paid, tax: planTax, currency: 'USD' },
  method: { kind: 'card', lastDigits: '4242' },
} as const;
const period = {
  ...{ from: at, until: later(395), freeMonths, isFirst: true, refundableUntil: later(30) },
  next: { at: later(395), amount: paid },
};
const receipt = {
  ...{ order, payment, period, isReturned: false, dashboardUrl },
  invoiceId: '01a22166-281b-7842-9678-c1ad3e6accaa',
};
const data: typeof order = { ...order, item: { kind: 'residential_data', gigabytes: metered.gigabytes } };
const crypto: typeof order = {
  ...{ ...order, method: 'crypto' },
  lines: [{ kind: 'crypto_fee', quantity: 1, amount: cryptoFee }],
};

const refund = {
  ...{ amount: usd(paid), orderNumber, requestedAt: at, decidedAt: later(2) },
  ...{ ended: 'plan' as const, returnReason: null, billingUrl },
};
const renewal = { amount: usd(priceAmount), at: later(7), months, homeUrl };
const trial = { amount: usd(monthly.priceAmount), at: later(3), homeUrl };
const identity = { ...occasion, provider: 'google', email: 'ada@example.com' } as const;
const confirmation = { ...occasion, provider: 'google', url: link('/login/social/confirm') } as const;
const passkey = { ...occasion, name: 'Ada’s laptop', settingsUrl };
const password = { ...occasion, hasOtherSignInMethods: true, dashboardUrl };

const replies = {
  secret: new Uint8Array(32),
  mailbox: 'support@comet.example',
  supportMail: 'desk@comet.example',
};
const ticket = {
  ...{ kind: 'message', state: 'open' as const },
  ...{ id: '01a22166-2824-77e8-a91e-e9a250d21682', userId: '01a22166-27b1-7c1e-9a46-0f6d3f1b7c55' },
  ...{ subject: 'Router loses its connection', name: 'Ada Lovelace', email: 'ada@example.com' },
  isConfirmed: true,
};
const message = { ticket, message: { id: '01a22166-2c00-7000-8000-000000000001', fileIds: [] } };

/** Every email with example values, by the name of its picture. A test compares it with the functions of all features. */
export const emailSamples: Readonly<Record<string, Email>> = {
  'account-deleted': deletion.accountDeletedEmail({
    ...{ ...occasion, recoverableUntil: later(5), removedBy: later(7) },
  }),
  'account-exists': registration.accountExistsEmail(`${dashboardUrl}/login/`),
  'account-recovered': deletion.accountRecoveredEmail(`${dashboardUrl}/login/`),
  'confirm-email': registration.confirmAddressEmail(link('/verify-email/confirm')),
  'crypto-refund-due': payments.cryptoRefundDueEmail({
    ...{ amount: formatMoney(usd(priceAmount)), fee: formatMoney(usd(cryptoFee)) },
    ...{ reason: 'second_plan', orderNumber },
  }),
  'data-used': residentialData.dataEmail({ ...metered, step: 80, availableBytes: 2e9 }),
  'data-used-up': residentialData.dataEmail({ ...metered, step: 100, availableBytes: 0 }),
  'email-change-confirm': emailChange.confirmNewAddressEmail(link('/email/change/confirm')),
  'email-change-done': emailChange.addressChangedEmail(at),
  'email-change-in-use': emailChange.addressInUseEmail(`${dashboardUrl}/login/`),
  'email-change-requested': emailChange.addressChangeRequestedEmail({ ...occasion, dashboardUrl }),
  'passkey-added': passkeys.passkeyAddedEmail(passkey),
  'passkey-removed': passkeys.passkeyRemovedEmail(passkey),
  'password-changed': passwords.passwordChangedEmail({ ...password, how: 'changed' }),
  'password-first': passwords.passwordChangedEmail({ ...password, how: 'first' }),
  'password-reset': passwords.resetPasswordEmail(link('/reset-password/confirm')),
  'password-reset-done': passwords.passwordChangedEmail({ ...password, how: 'reset' }),
  'payment-failed': subscription.paymentFailedEmail({ amount: usd(paid), until: later(7), billingUrl }),
  'plan-cancelled': subscription.cancelledEmail({
    ...{ until: later(395), due: { amount: usd(paid), at: later(395) }, homeUrl, canBeUndone: true },
  }),
  'plan-cancelled-past-due': subscription.cancelledEmail({
    ...{ until: later(5), due: null, homeUrl, canBeUndone: false },
  }),
  'plan-ended': reminders.endedEmail({ at, payUrl: homeUrl }),
  'plan-ends': reminders.endsEmail({ at: later(7), isTomorrow: false, payUrl: homeUrl }),
  'plan-ends-tomorrow': reminders.endsEmail({ at: later(1), isTomorrow: true, payUrl: homeUrl }),
  'plan-renews': reminders.renewalEmail(renewal),
  'quick-login': quickLogin.deviceSignedInEmail({
    ...{ name: 'Living room TV', network: 'same', at, heldUntil: null, sessionsUrl: settingsUrl },
  }),
  'quick-login-last': quickLogin.deviceSignedInEmail({
    ...{ name: 'Living room TV', network: 'other', at, heldUntil: later(0.04), sessionsUrl: settingsUrl },
  }),
  'receipt-crypto': receipts.receiptEmail({
    ...{ ...receipt, order: crypto, invoiceId: null },
    payment: { ...payment, amount: priceAmount + cryptoFee, tax: 0, method: null },
    period: { ...period, refundableUntil: null, next: null },
  }),
  'receipt-data': receipts.receiptEmail({
    ...{
      ...receipt,
      order: data,
      period: null,
      payment: { ...payment, amount: metered.gigabytes * gigabytePrice, tax: 0 },
    },
  }),
  'receipt-plan': receipts.receiptEmail(receipt),
  'receipt-renewal': receipts.receiptEmail({
    ...{
      ...receipt,
      months,
      period: { ...period, freeMonths: 0, isFirst: false, refundableUntil: null },
    },
  }),
  'receipt-returned': receipts.receiptEmail({ ...receipt, period: null, isReturned: true }),
  'referral-friend': referrals.recommendedEmail({ url: `${dashboardUrl}/dash/refer-friend/` }),
  'referral-referrer': referrals.friendPaidEmail({ url: `${dashboardUrl}/dash/refer-friend/` }),
  'refund-approved': payments.refundedEmail(refund),
  'refund-approved-part': payments.refundedEmail({ ...refund, amount: usd(10 * gigabytePrice), ended: null }),
  'refund-declined': payments.refundRejectedEmail(refund),
  'refund-delayed': payments.refundRejectedEmail({ ...refund, returnReason: 'second_plan' }),
  'refund-requested': payments.refundRequestedEmail(refund),
  'stock-dedicated': stockRequests.inStockEmail({ product: 'dedicated', country: 'de', dashboardUrl }),
  'stock-residential-data': stockRequests.inStockEmail({
    ...{ product: 'residential_data', country: 'us', dashboardUrl },
  }),
  'sign-in': signInNotices.newSignInEmail({ ...occasion, heldUntil: null, dashboardUrl }),
  'sign-in-last': signInNotices.newSignInEmail({ ...occasion, heldUntil: later(0.04), dashboardUrl }),
  'sign-ins-held': signInNotices.heldSignInsEmail({
    held: [
      { client, count: 1, lastAt: at.toISOString() },
      { client: { name: 'Chrome', platform: 'windows' }, count: 3, lastAt: later(0.01).toISOString() },
    ],
    dashboardUrl,
  }),
  'social-confirm': social.confirmIdentityEmail({ ...confirmation, hasAccount: false }),
  'social-connect': social.confirmIdentityEmail({ ...confirmation, hasAccount: true }),
  'social-connected': social.identityConnectedEmail({ ...identity, settingsUrl }),
  'social-removed': social.identityRemovedEmail({ ...identity, settingsUrl }),
  'support-answer': supportTickets.toCustomer(
    {
      ...message,
      text: 'Thanks for the log file.\n\nThe router’s firmware resets the tunnel every hour. Version 24.10 fixes that: update it, then download a new config.',
    },
    replies,
    { dashboardUrl, last: null },
  )[0],
  'support-received': supportTickets.receiptOf(ticket, replies, dashboardUrl)[0],
  'support-to-operator': supportTickets.toOperator(
    { ...message, text: 'My router loses its connection every hour.\nWhat can I do?' },
    replies,
  )[0],
  'top-up-failed': automaticPurchases.purchaseFailedEmail(metered),
  'top-up-price': automaticPurchases.priceRisenEmail({
    ...metered,
    agreed: usd(gigabytePrice),
    price: usd(Math.round(gigabytePrice * 1.2)),
  }),
  'trial-ends': subscription.trialEndsEmail({ ...trial, at: later(1) }),
  'trial-started': subscription.trialStartedEmail({ ...trial, devicesUrl: `${dashboardUrl}/dash/devices` }),
  'two-factor-activate': twoFactor.activateEmail(link('/two-factor/confirm')),
  'two-factor-code-used': twoFactor.recoveryCodeUsedEmail(dashboardUrl, occasion, 2),
  'two-factor-new-codes': twoFactor.newCodesEmail(dashboardUrl, occasion),
  'two-factor-off': twoFactor.turnedOffEmail(dashboardUrl, occasion),
  'two-factor-on': twoFactor.turnedOnEmail(dashboardUrl, occasion),
};
