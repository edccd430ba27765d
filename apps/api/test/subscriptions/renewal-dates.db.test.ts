import { api } from '@comet/contract';
import { formatMoney } from '@comet/foundation';
import { emailDay } from '@comet/texts/emails';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freeDaysChanged, giveFreeDays } from '../../src/features/free-days/index.ts';
import { refreshSubscriptions } from '../../src/features/payments/inbox/process-event.ts';
import { addDays, addMonths } from '../../src/features/plans/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { billingCalls } from '../payments/billing-calls.ts';
import { deliverAndProcess, processDeps } from '../payments/paid-user.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';
import { anyCoupon } from '../residential/services-fixture.ts';

const months = { '1-month': 1, '12-months': 12, '24-months': 24 } as const;
const dayMs = 24 * 3600 * 1000;
let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  const { db } = under.dependencies;
  for (const planId of Object.keys(months))
    await db
      .updateTable('plans')
      .set({ paddlePriceId: `pri_${planId}` })
      .where('id', '=', planId)
      .execute();
  await db
    .insertInto('coupons')
    .values({ ...anyCoupon, percent: 20, code: 'FIFTH', createdAt: under.clock.now() })
    .execute();
  await under.jobs.work(freeDaysChanged, ({ userId }) => refreshSubscriptions(processDeps(under), userId));
});
// Different days of the month, including its ends.
beforeEach(() => under.clock.advance(13 * dayMs));
afterAll(() => under.stop());

const { shown, draft, confirm } = billingCalls(() => under);

interface Renewing {
  readonly id: string;
  readonly renewal: {
    readonly at: string;
    readonly amount: { readonly amount: number; readonly currency: string };
  };
  readonly total: { readonly amount: number };
  readonly lines: readonly { readonly kind: string; readonly quantity: number }[];
  readonly checkout: { readonly transaction_id: string };
}
const orderOf = ({ json }: { readonly json: unknown }) => (json as { order: Renewing }).order;

/** Everything that a purchase may add to its months. */
const cases = Object.keys(months).flatMap((planId) =>
  [false, true].flatMap((hasCoupon) =>
    [0, 17].flatMap((waitingDays) =>
      [false, true].map((isReferred) => ({
        planId: planId as keyof typeof months,
        hasCoupon,
        waitingDays,
        isReferred,
      })),
    ),
  ),
);

async function refer(friend: TestUser): Promise<void> {
  const referrer = await makeUser(under);
  const { json } = await under.call(api.showReferral, {}, referrer);
  const { code } = (json as { referral: { code: string } }).referral;
  expect((await under.call(api.claimReferral, { body: { code } }, friend)).status).toBe(204);
}

async function giveDays({ id: userId }: TestUser, days: number): Promise<void> {
  const given = { userId, days, reason: 'operator', cause: 'a ticket', at: under.clock.now() } as const;
  await under.dependencies.db.transaction().execute((trx) => giveFreeDays(under.dependencies, trx, given));
}

/** Returns the facts of the latest receipt, by their terms. */
function receiptOf({ email }: TestUser): Readonly<Record<string, string>> {
  const receipt = under.jobs.emailsTo(email).findLast(({ subject }) => subject.startsWith('Receipt'));
  return Object.fromEntries((receipt?.facts ?? []).map(({ term, value }) => [term, value]));
}

/** Expects the period, the free months and the next charge of the order in the receipt, with the paid tax of 19 %. */
function expectReceipt(user: TestUser, { renewal, lines }: Renewing, paidAt: Date): void {
  const { Period, Free, 'Next payment': next } = receiptOf(user);
  const until = emailDay(new Date(renewal.at));
  const { amount, currency } = renewal.amount;
  const gross = formatMoney({ amount: Math.round(amount * 1.19), currency });
  const free = lines.find(({ kind }) => kind === 'free_months')?.quantity;
  expect(Period).toBe(`${emailDay(paidAt)} to ${until}`);
  expect(next).toBe(`${gross}, tax included, on ${until}`);
  if (free === undefined) expect(Free).toBeUndefined();
  else expect(Free).toMatch(new RegExp(`^${free} months?, included`));
}

/** Returns the account's paid period, and the date of the next payment. */
async function accountOf(user: TestUser) {
  const { active_until: until, next_payment: next } = (await shown(user)) as {
    active_until: string;
    next_payment: { at: string };
  };
  return [until, next.at];
}

test.each(cases)(
  'one renewal in order, payment and account: $planId, coupon $hasCoupon, $waitingDays days wait, referred $isReferred',
  async ({ planId, hasCoupon, waitingDays, isReferred }) => {
    const user = await makeUser(under);
    if (isReferred) await refer(user);
    if (waitingDays > 0) await giveDays(user, waitingDays);
    const coupon = hasCoupon ? { couponCode: 'FIFTH' } : {};
    const body = { kind: 'subscription', planId, ...coupon } as const;
    const ordered = orderOf(await under.call(api.createOrder, { body }, user));
    const request = { params: { id: ordered.id }, body: { method: 'card' as const } };
    const paying = orderOf(await under.call(api.payOrder, request, user));
    const at = under.clock.now();
    const isTrial = ordered.lines.some(({ kind }) => kind === 'trial');
    const until = isTrial ? addDays(at, 3) : addMonths(at, months[planId]);
    const tax = Math.round(ordered.total.amount * 0.19);
    await deliverAndProcess(
      under,
      transactionCompleted({
        ...{ transactionId: paying.checkout.transaction_id, subscriptionId: `sub_${ordered.id}`, at },
        ...{ period: { from: at, until }, total: ordered.total.amount + tax, tax },
        priceId: isTrial ? 'pri_trial' : `pri_${planId}`,
      }),
    );
    const { at: renewal } = ordered.renewal;
    if (!isTrial) expectReceipt(user, ordered, at);
    await under.jobs.runPending();
    expect([paying.renewal.at, ...(await accountOf(user))]).toEqual([renewal, renewal, renewal]);
    if (isTrial) {
      const email = under.jobs.emailsTo(user.email).find(({ subject }) => subject.includes('free days'));
      expect(email?.preview).toContain(emailDay(new Date(renewal)));
    }
    if (isTrial || planId === '24-months') return;
    // The longer plan adds its free months, less those already given, and takes the remaining free time over.
    under.clock.advance(40 * 3600 * 1000);
    const change = await draft(user);
    expect(await confirm(user, change.id)).toBe(200);
    for (const date of await accountOf(user))
      expect(Math.abs(Date.parse(date) - Date.parse(change.renewal.at))).toBeLessThan(60_000);
  },
);
