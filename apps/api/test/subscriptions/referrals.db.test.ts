import { api } from '@comet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freeDaysChanged, giveFreeDays } from '../../src/features/free-days/index.ts';
import { refreshSubscriptions } from '../../src/features/payments/inbox/process-event.ts';
import { newReferralCode } from '../../src/features/referrals/referral-code.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import {
  deliverAndProcess,
  makePaidUser,
  openOrder,
  type PaidUser,
  processDeps,
} from '../payments/paid-user.ts';
import { adjusted, refundApproved, transactionCompleted } from '../payments/fake-provider.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  await under.jobs.work(freeDaysChanged, ({ userId }) => refreshSubscriptions(processDeps(under), userId));
});
afterAll(() => under.stop());

const dayMs = 24 * 3600 * 1000;
const later = (days: number) => new Date(under.clock.now().getTime() + days * dayMs);

interface Overview {
  readonly code: string;
  readonly link: string;
  readonly friends: number;
  readonly extra_days_added: number;
  readonly pending_days: number;
  readonly active_until: string | null;
  readonly can_claim: boolean;
}

const overview = async (user: TestUser) =>
  ((await under.call(api.showReferral, {}, user)).json as { referral: Overview }).referral;
const claim = (friend: TestUser, code: string) => under.call(api.claimReferral, { body: { code } }, friend);
const codeOf = (response: { json: unknown }) => (response.json as { error: { code: string } }).error.code;

/** Creates a referred friend and the payment of their first plan. */
async function referred(referrer: TestUser) {
  const friend = await makeUser(under);
  const { code } = await overview(referrer);
  expect((await claim(friend, code)).status).toBe(204);
  return { friend, ...(await order(friend)) };
}

async function order(user: TestUser, planId = '12-months') {
  const { orderId, transactionId } = await openOrder(under, user, planId);
  const at = under.clock.now();
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at };
  const period = { from: at, until: later(365) };
  return { ids, paid: transactionCompleted({ ...ids, period }) };
}

test('both sides get thirty days when the friend pays for a first plan, also with repeated events', async () => {
  const referrer = await makePaidUser(under);
  const before = await overview(referrer);
  const { friend, ids, paid } = await referred(referrer);
  const repeats = [1, 2, 3].map((count) => ({ ...paid, event_id: `${paid.event_id}-${count}` }));
  await Promise.all([paid, ...repeats].map((event) => deliverAndProcess(under, event)));
  await under.jobs.runPending();
  const after = await overview(referrer);
  expect([before.friends, after.friends]).toEqual([0, 1]);
  expect(after).toMatchObject({ extra_days_added: 30, pending_days: 0 });
  expect(Date.parse(after.active_until ?? '') - Date.parse(before.active_until ?? '')).toBe(30 * dayMs);
  expect(await overview(friend)).toMatchObject({
    extra_days_added: 30,
    active_until: new Date(Date.UTC(2027, 11, 21, 12) + 30 * dayMs).toISOString(),
  });
  const subscription = await under.dependencies.db
    .selectFrom('subscriptions')
    .select(['id', 'activeUntil', 'nextPaymentAt'])
    .where('paddleSubscriptionId', '=', ids.subscriptionId)
    .executeTakeFirstOrThrow();
  expect(subscription.nextPaymentAt).toEqual(subscription.activeUntil);
  for (const side of [referrer, friend]) {
    const emails = under.jobs.emailsTo(side.email).filter(({ heading }) => /30 (free )?days/.test(heading));
    expect(emails).toHaveLength(1);
  }
});

test('a trial earns no days, its first payment does', async () => {
  const referrer = await makePaidUser(under);
  const friend = await makeUser(under);
  await claim(friend, (await overview(referrer)).code);
  const { ids } = await order(friend, '1-month');
  const trial = { ...ids, priceId: 'pri_trial', total: 0, period: { from: ids.at, until: later(3) } };
  await deliverAndProcess(under, transactionCompleted(trial));
  expect(await overview(referrer)).toMatchObject({ extra_days_added: 0 });
  const renewal = { ...ids, transactionId: `${ids.transactionId}_2`, priceId: 'pri_trial', total: 1199 };
  await deliverAndProcess(
    under,
    transactionCompleted({ ...renewal, at: later(3), period: { from: later(3), until: later(34) } }),
  );
  await under.jobs.runPending();
  expect(await overview(referrer)).toMatchObject({ extra_days_added: 30 });
});

test('days without a subscription wait for the next one', async () => {
  const referrer = await makeUser(under);
  const { paid } = await referred(referrer);
  await deliverAndProcess(under, paid);
  await under.jobs.runPending();
  expect(await overview(referrer)).toMatchObject({
    extra_days_added: 0,
    pending_days: 30,
    active_until: null,
  });
  const own = await order(referrer);
  await deliverAndProcess(under, own.paid);
  await under.jobs.runPending();
  expect(await overview(referrer)).toMatchObject({
    extra_days_added: 30,
    pending_days: 0,
    active_until: new Date(Date.UTC(2027, 11, 21, 12) + 30 * dayMs).toISOString(),
  });
});

test.each([
  ['within thirty days revokes the days of both', 29, 0],
  ['after thirty days does not revoke them', 31, 30],
])('a refund %s', async (_how, days, left) => {
  const referrer = await makePaidUser(under);
  const { ids, paid } = await referred(referrer);
  const refund = refundApproved({ ...ids, at: later(days) });
  // The event of the refund arrives first.
  await deliverAndProcess(under, refund);
  await deliverAndProcess(under, paid);
  await under.jobs.runPending();
  expect(await overview(referrer)).toMatchObject({ extra_days_added: left, pending_days: 0 });
});

test('a reversed chargeback leaves the days of both unchanged', async () => {
  const referrer = await makePaidUser(under);
  const { friend, ids, paid } = await referred(referrer);
  await deliverAndProcess(under, paid);
  const about = { ...ids, id: `cb_${ids.transactionId}` };
  await deliverAndProcess(under, adjusted({ ...about, at: later(2), action: 'chargeback' }));
  await under.jobs.runPending();
  expect(await overview(referrer)).toMatchObject({ extra_days_added: 0 });
  const reversal = { ...about, id: `cr_${ids.transactionId}`, action: 'chargeback_reverse' } as const;
  await deliverAndProcess(under, adjusted({ ...reversal, at: later(5) }));
  await under.jobs.runPending();
  for (const side of [referrer, friend])
    expect(await overview(side)).toMatchObject({ extra_days_added: 30, pending_days: 0 });
});

test('stores one of fifty concurrent claims', async () => {
  const friend = await makeUser(under);
  const referrers: PaidUser[] = [];
  for (let count = 0; count < 5; count += 1) referrers.push(await makePaidUser(under));
  const codes = await Promise.all(referrers.map(async (referrer) => (await overview(referrer)).code));
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => claim(friend, codes[index % 5] ?? '')),
  );
  const kept = await under.dependencies.db
    .selectFrom('referrals')
    .selectAll()
    .where('friendId', '=', friend.id)
    .execute();
  expect(kept).toHaveLength(1);
  // Repeating the same code succeeds, so the ten calls with the stored one do.
  expect(responses.filter(({ status }) => status === 204)).toHaveLength(10);
  expect(new Set(responses.filter(({ status }) => status !== 204).map(codeOf))).toEqual(
    new Set(['referral_claimed']),
  );
});

test('fifty concurrent requests for a code get the same one', async () => {
  const user = await makeUser(under);
  const codes = await Promise.all(Array.from({ length: 50 }, async () => (await overview(user)).code));
  expect(new Set(codes).size).toBe(1);
});

test('refuses an unknown code, the own one, one of the same mailbox, and a late claim', async () => {
  const user = await makeUser(under, { email: 'ada@example.org' });
  const own = (await overview(user)).code;
  expect(codeOf(await claim(user, own))).toBe('referral_own_code');
  expect(codeOf(await claim(user, newReferralCode()))).toBe('referral_code_unknown');
  expect(codeOf(await claim(user, 'none'))).toBe('referral_code_unknown');
  const twin = await makeUser(under, { email: 'ada+second@example.org' });
  expect(codeOf(await claim(twin, own))).toBe('referral_own_code');
  const dotted = await makeUser(under, { email: 'g.race.h@googlemail.com' });
  const plain = await makeUser(under, { email: 'graceh@gmail.com' });
  expect(codeOf(await claim(plain, (await overview(dotted)).code))).toBe('referral_own_code');
  const customer = await makePaidUser(under);
  expect(await overview(customer)).toMatchObject({ can_claim: false });
  expect(codeOf(await claim(customer, own))).toBe('referral_too_late');
});

test('gives days once for concurrent requests with one cause', async () => {
  const customer = await makePaidUser(under);
  const given = {
    userId: customer.id,
    days: 10,
    reason: 'operator',
    cause: 'a sorry',
    at: later(0),
  } as const;
  const results = await Promise.all(
    Array.from({ length: 30 }, () =>
      under.dependencies.db.transaction().execute((trx) => giveFreeDays(under, trx, given)),
    ),
  );
  expect(results.filter(Boolean)).toHaveLength(1);
  const before = await overview(customer);
  await under.jobs.runPending();
  const after = await overview(customer);
  expect(Date.parse(after.active_until ?? '') - Date.parse(before.active_until ?? '')).toBe(10 * dayMs);
  expect(after.extra_days_added).toBe(0);
});

test('sends one receipt per payment, also with repeated events', async () => {
  const user = await makeUser(under);
  const { paid } = await order(user);
  const repeats = Array.from({ length: 20 }, (_, count) => ({
    ...paid,
    event_id: `${paid.event_id}r${count}`,
  }));
  await Promise.all(repeats.map((event) => deliverAndProcess(under, event)));
  const receipts = under.jobs.emailsTo(user.email).filter(({ subject }) => subject.startsWith('Receipt'));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.facts).toContainEqual({ term: 'Total', value: '$59.88, no tax' });
});
