import { cancelPlanTexts, homeTexts } from '@comet/texts';
import { type EvidencedSentence, mentions, notTestable, testNamed, sourceContains } from './evidence.ts';
import * as by from './proofs.ts';

const api = 'apps/api/test';
const retention = `${api}/database/retention.db.test.ts`;
const sameRefund = testNamed(
  'apps/site/src/features/pricing/cancel-text.test.ts',
  '%s names the action that requests a refund',
);
const removedWhole = testNamed(
  `${api}/accounts/purge.db.test.ts`,
  'five days after the deletion no column of any table contains data of the account',
);
const noCookies = testNamed(
  'e2e/src/pages/site.spec.ts',
  'every page type has no axe violations in either theme, no overflow, no layout shift, no third-party requests and no cookies',
);
const ticketKept = [
  mentions('180 days'),
  sourceContains('apps/api/src/features/support-tickets/conversation.store.ts', 'const keptDays = 180;'),
  testNamed(
    `${api}/operator/contact.db.test.ts`,
    'a message without sign-in is deleted with the account of a verified address, else half a year after it was closed',
  ),
] as const;
const oncePerMailbox = [
  mentions('12 months'),
  testNamed(
    `${api}/accounts/mailbox-benefits.db.test.ts`,
    'refunds once per mailbox, and the order shows that before its payment',
  ),
  testNamed(
    `${api}/accounts/mailbox-benefits.db.test.ts`,
    'a mailbox has one free trial in 12 months, for any spelling of its address and after a deletion',
  ),
  sourceContains('apps/api/src/features/mailbox-benefits/benefits.store.ts', 'const keptMonths = 12;'),
] as const;
const operators = (what: string) => notTestable(`The company that runs the service decides ${what}.`);

/** The legal pages, by document, heading and place under it. */
export const legal: Readonly<Record<string, EvidencedSentence>> = {
  'privacy.front.0': ['5aaa1678', notTestable('It says what the page is about.')],
  'privacy.This site.0': ['403f5163', noCookies],
  'privacy.This site.1': ['c6922976', ...ticketKept],
  'privacy.Your account.0': ['f72b797b', removedWhole],
  'privacy.Your account.1': [
    '959ec995',
    mentions('last five'),
    testNamed(
      `${api}/sign-in/password-change.db.test.ts`,
      'refuses the last five, including the current one, and no earlier ones',
    ),
  ],
  'privacy.Your account.2': [
    'baa2d666',
    removedWhole,
    testNamed(`${api}/accounts/purge.db.test.ts`, 'keeps the ledger’s payment without the user'),
  ],
  'privacy.Your account.3': [
    '2f6e1c9a',
    testNamed(
      `${api}/accounts/signed-out-devices.db.test.ts`,
      'a device whose session ended by a new password is signed out, and gets its own slot again at the limit',
    ),
    testNamed(
      `${api}/accounts/devices-and-tickets.db.test.ts`,
      'only its owner can rename and remove a device',
    ),
  ],
  'privacy.Your account.4': [
    '35ae9431',
    ...by.dailyBytes,
    removedWhole,
    mentions('400 days'),
    testNamed(
      retention,
      'days of usage after 400 days, once they are in the ledger, also without a proxy user',
    ),
  ],
  'privacy.Your account.5': [
    'ff107044',
    mentions('30 days'),
    testNamed(retention, 'mailed links 30 days after their expiry'),
  ],
  'privacy.Your account.6': [
    '7aac23fb',
    mentions('90 days'),
    testNamed(retention, 'receipts and reminders after 90 days, and no other email'),
  ],
  'privacy.Your account.7': ['56eed9bc', removedWhole],
  'privacy.Your computer.0': [
    '9e19cc41',
    testNamed(
      'apps/daemon/src/statistics/statistics-file.test.ts',
      'reads what it wrote, and only this user can read it, encrypted',
    ),
    testNamed(
      'apps/daemon/src/statistics/session-recorder.test.ts',
      'forgets everything, and records a connected tunnel anew from then',
    ),
    sourceContains('apps/daemon/src/command-table.ts', 'parts.recorder.forget()'),
  ],
  'privacy.Your account.8': ['677a42ca', ticketKept[2], removedWhole],
  'privacy.Your account.9': ['69fb565a', ...oncePerMailbox],
  'privacy.Your account.10': [
    'dc0cff87',
    mentions('12 months'),
    testNamed(
      `${api}/payments/shared-cards.db.test.ts`,
      'lists trials and refunds of several accounts with one card for operators, and refuses none',
    ),
    testNamed(
      `${api}/payments/shared-cards.db.test.ts`,
      'only the hash is left of a removed account, and counts as another account',
    ),
    testNamed(
      `${api}/payments/shared-cards.db.test.ts`,
      'deletes a use after 12 months, and a repeated event does not restore it',
    ),
  ],
  'privacy.Your account.11': [
    'd6013a53',
    testNamed(
      `${api}/residential/stock-requests.db.test.ts`,
      'an address in stock causes one email for each request, also with concurrent runs',
    ),
    testNamed(
      `${api}/residential/stock-requests.db.test.ts`,
      'the deletion of an account removes its requests, and no email is sent',
    ),
  ],
  'privacy.Your account.18': [
    'fe198f69',
    sourceContains('e2e/src/payments/checkout.ts', "page.frameLocator('iframe')"),
    sourceContains('apps/api/src/features/payments/paddle/paddle-event.ts', 'last4: maybe(z.string()),'),
    removedWhole,
    testNamed(
      'e2e/src/accounts/social.spec.ts',
      'Google signs a new user in and returns to the requested page',
    ),
  ],
  'privacy.Servers.0': ['c94f6d77', ...by.noLog],
  'privacy.Deleting your account.0': [
    '1a302fa7',
    testNamed(
      `${api}/accounts/deletion.db.test.ts`,
      'ends every session at once; the deleting session can only repeat the request',
    ),
    testNamed(
      `${api}/accounts/deletion.db.test.ts`,
      'ends tunnels on every gateway, including those of concurrently requested tickets',
    ),
    testNamed(
      `${api}/accounts/recovery.db.test.ts`,
      'an operator recovers an account, which can sign in again, without its old sessions and days',
    ),
    removedWhole,
    sourceContains('apps/api/src/features/deletion/removal-dates.ts', 'deletedAt.getTime() + 5 * dayMs'),
    sourceContains('apps/api/src/features/deletion/removal-dates.ts', 'deletedAt.getTime() + 7 * dayMs'),
    sourceContains('docs/operations.md', 'keep them for at most two weeks'),
  ],
  'privacy.Your rights.0': [
    '9ca8aa56',
    testNamed(`${api}/accounts/export.db.test.ts`, 'the archive includes every table with a user'),
    removedWhole,
  ],
  'refunds.front.0': ['00513fea', ...by.moneyBack, ...by.refundOnHome],
  'refunds.Plans paid by card or PayPal.0': [
    '1675e31b',
    mentions(homeTexts.askRefund, 'Paddle'),
    sameRefund,
    ...by.moneyBack,
    ...by.refundOnHome,
    testNamed(
      `${api}/subscriptions/refunds.db.test.ts`,
      'a refund is requested once, is pending, and ends the plan when it is approved',
    ),
  ],
  'refunds.Plans paid by card or PayPal.1': ['56cc921a', ...oncePerMailbox],
  'refunds.Payments with crypto.0': [
    'ce819402',
    mentions('1% fee'),
    ...by.cryptoTerms,
    testNamed(
      `${api}/crypto/crypto-given-back.db.test.ts`,
      'an operator records a refund once: access ends, and the fee is not refunded',
    ),
  ],
  'refunds.Add-ons.0': ['0a8210c0', operators('on the return of add-ons')],
  'refunds.Free days.0': [
    'f8f5e2ed',
    mentions('30 days'),
    testNamed(`${api}/subscriptions/referrals.db.test.ts`, 'a refund %s'),
    sourceContains(
      `${api}/subscriptions/referrals.db.test.ts`,
      "['within thirty days revokes the days of both', 29, 0]",
    ),
  ],
  'refunds.After 30 days.0': ['18bbe58a', ...by.cancelOnHome, by.keepsAccess],
  'terms.What you get.0': [
    '8ca153d7',
    sourceContains('apps/api/src/features/devices/device-slots.store.ts', 'export const deviceLimit = 10;'),
    testNamed(
      `${api}/subscriptions/catalogue-commands.db.test.ts`,
      'a higher plan price is created at Paddle, and existing orders keep their price',
    ),
    testNamed(`${api}/residential/purchases.db.test.ts`, 'sells none of these without a subscription'),
  ],
  'terms.What you pay, and how it ends.0': [
    'd67ba04c',
    mentions(homeTexts.cancel, cancelPlanTexts.confirm),
    by.sameSteps,
    ...by.cancelOnHome,
    by.keepsAccess,
    ...by.cryptoTerms,
  ],
  'terms.What you pay, and how it ends.1': [
    '597e9091',
    mentions('7 days'),
    testNamed(
      'apps/api/src/features/subscription/subscription-of-events.test.ts',
      'a failed renewal keeps access for seven days, and its later payment settles it',
    ),
    testNamed(
      'e2e/src/payments/lifecycle-renewal.spec.ts',
      'after a failed payment the plan lasts a week: another card recovers it, or it ends',
    ),
  ],
  'terms.What we don’t promise.0': ['5ca28a79', notTestable('It says what is not promised.')],
  'terms.Changes.0': ['44781f86', operators('when the terms change')],
};
