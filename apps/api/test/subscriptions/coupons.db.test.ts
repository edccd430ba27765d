import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expireOrder } from '../../src/features/orders/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { deliverAndProcess, makePaidUser } from '../payments/paid-user.ts';
import { transactionCompleted } from '../payments/fake-provider.ts';
import { anyCoupon, beginPaying, codeOf, orderOf } from '../residential/services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

let coupons = 0;
async function makeCoupon(bounds: Partial<typeof anyCoupon> | object): Promise<string> {
  coupons += 1;
  const code = `CODE-${coupons}`;
  await under.dependencies.db
    .insertInto('coupons')
    .values({ ...anyCoupon, percent: 20, ...bounds, code, createdAt: under.clock.now() })
    .execute();
  return code;
}

const planWith = (couponCode: string, planId = '12-months') =>
  ({ kind: 'subscription', planId, couponCode }) as const;
const draft = (user: TestUser, couponCode: string, planId?: string) =>
  under.call(api.createOrder, { body: planWith(couponCode, planId) }, user);
const pay = (user: TestUser, id: string) =>
  under.call(api.payOrder, { params: { id }, body: { method: 'card' as const } }, user);
const statesOf = async (code: string) => {
  const uses = await under.dependencies.db
    .selectFrom('couponUses')
    .innerJoin('coupons', 'coupons.id', 'couponUses.couponId')
    .select('couponUses.state')
    .where('code', '=', code)
    .execute();
  return uses.map(({ state }) => state).toSorted();
};
const later = (days: number) => new Date(under.clock.now().getTime() + days * 86_400_000);
const completed = (
  { transactionId, orderId }: { transactionId: string; orderId: string },
  discountId = under.provider.charges.get(transactionId)?.discountId ?? undefined,
) =>
  transactionCompleted({
    ...(discountId === undefined ? {} : { discountId }),
    ...{ transactionId, subscriptionId: `sub_${orderId}`, total: 4790 },
    at: under.clock.now(),
    period: { from: under.clock.now(), until: later(365) },
  });

test('a coupon is a line of the order and a discount at Paddle, created once', async () => {
  const code = await makeCoupon({});
  const made = vi.spyOn(under.provider.checkout, 'discount');
  for (const user of [await makeUser(under), await makeUser(under)]) {
    const order = await draft(user, ` ${code.toLowerCase()} `);
    expect(order.json).toMatchObject({
      order: { coupon_code: code, total: { amount: 4790 }, renewal: { amount: { amount: 5988 } } },
    });
    const paid = orderOf(await pay(user, orderOf(order).id));
    const { transaction_id: id } = paid.checkout as { transaction_id: string };
    expect(under.provider.charges.get(id)?.discountId).toBe(`dsc_Coupon ${code}`);
  }
  expect(made).toHaveBeenCalledOnce();
  made.mockRestore();
});

test('a coupon replaces the trial: the payment is due today', async () => {
  const code = await makeCoupon({});
  const order = await draft(await makeUser(under), code, '1-month');
  expect(order.json).toMatchObject({ order: { total: { amount: 959 } } });
});

test.each([
  [{ startsAt: new Date('2027-01-01') }, 'coupon_not_begun'],
  [{ endsAt: new Date('2026-01-01') }, 'coupon_ended'],
  [{ plans: ['24-months'] }, 'coupon_other_plan'],
])('a coupon with %j is refused as %s', async (bounds, refusal) => {
  const code = await makeCoupon(bounds);
  const response = await draft(await makeUser(under), code);
  expect(codeOf(response)).toBe(refusal);
});

test('rejects an unknown code', async () => {
  const user = await makeUser(under);
  expect(codeOf(await draft(user, 'NEVER-MADE'))).toBe('coupon_unknown');
});

test('refuses a first-purchase coupon for customers with an earlier plan', async () => {
  const code = await makeCoupon({ firstPurchaseOnly: true });
  const user = await makePaidUser(under);
  await under.dependencies.db
    .updateTable('subscriptions')
    .set({ endedAt: under.clock.now() })
    .where('userId', '=', user.id)
    .execute();
  expect(codeOf(await draft(user, code))).toBe('coupon_first_purchase');
});

test('one of fifty concurrent orders gets the last use', async () => {
  const code = await makeCoupon({ totalLimit: 1 });
  const users = await Promise.all(Array.from({ length: 50 }, () => makeUser(under)));
  const drafts = await Promise.all(users.map((user) => draft(user, code)));
  expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set([201]));
  const responses = await Promise.all(
    users.map((user, index) => pay(user, orderOf(drafts[index] ?? ({ json: null } as never)).id)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter((response) => codeOf(response) === 'coupon_used_up')).toHaveLength(49);
  expect(await statesOf(code)).toEqual(['held']);
});

test('a new order of the same customer takes over the held use', async () => {
  const code = await makeCoupon({ totalLimit: 1, userLimit: 1 });
  const user = await makeUser(under);
  const first = await beginPaying(under, user, planWith(code));
  await beginPaying(under, user, planWith(code, '24-months'));
  const { json } = await under.call(api.showOrder, { params: { id: first.orderId } }, user);
  expect(json).toMatchObject({ order: { state: 'expired' } });
  expect(await statesOf(code)).toEqual(['held', 'released']);
  const closed = under.jobs.recorded.filter(
    ({ name, data }) =>
      name === 'orders.close-checkout' && JSON.stringify(data).includes(first.transactionId),
  );
  expect(closed).toHaveLength(1);
});

test('a paid use is permanent, and an expired order releases its use', async () => {
  const code = await makeCoupon({ totalLimit: 1 });
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const given = await beginPaying(under, user, planWith(code));
  expect(codeOf(await draft(other, code))).toBe('coupon_used_up');
  await expireOrder(under.dependencies.db, given.orderId);
  expect((await draft(other, code)).status).toBe(201);
  const begun = await beginPaying(under, other, planWith(code));
  await deliverAndProcess(under, completed(begun));
  expect(await statesOf(code)).toEqual(['released', 'used']);
});

test('a payment with the discount of another coupon gives nothing and is reported once', async () => {
  const [small, large] = [await makeCoupon({}), await makeCoupon({ percent: 90 })];
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const begun = await beginPaying(under, user, planWith(small));
  const { transactionId } = await beginPaying(under, other, planWith(large));
  const ofLarge = under.provider.charges.get(transactionId)?.discountId ?? '';
  expect(ofLarge).toMatch(/^dsc_/);
  const manipulated = completed(begun, ofLarge);
  await deliverAndProcess(under, manipulated);
  await deliverAndProcess(under, { ...manipulated, event_id: `${manipulated.event_id}-again` });
  const has = async (table: 'subscriptions' | 'supportTickets') =>
    under.dependencies.db.selectFrom(table).select('id').where('userId', '=', user.id).execute();
  expect(await has('subscriptions')).toEqual([]);
  expect(await has('supportTickets')).toHaveLength(1);

  const honest = await beginPaying(under, other, planWith(large));
  await deliverAndProcess(under, completed(honest));
  const { json } = await under.call(api.showSubscription, {}, other);
  expect(json).toMatchObject({ subscription: { state: 'active' } });
});

test('refunds a payment that arrives after others took the last use, once', async () => {
  const code = await makeCoupon({ totalLimit: 1 });
  const [late, other] = [await makeUser(under), await makeUser(under)];
  const begun = await beginPaying(under, late, planWith(code));
  await expireOrder(under.dependencies.db, begun.orderId);
  await deliverAndProcess(under, completed(await beginPaying(under, other, planWith(code))));
  const notice = completed(begun);
  await deliverAndProcess(under, notice);
  await deliverAndProcess(under, { ...notice, event_id: `${notice.event_id}-again` });
  const returned = under.jobs.recorded.filter(
    ({ name, data }) =>
      name === 'payments.return-duplicate' && JSON.stringify(data).includes(begun.transactionId),
  );
  expect(returned.map(({ data }) => data)).toEqual([
    { transactionId: begun.transactionId, reason: 'coupon_used_up' },
  ]);
  expect(await statesOf(code)).toEqual(['used', 'void']);
  const receipt = under.jobs.emailsTo(late.email).find(({ subject }) => subject.startsWith('Receipt'));
  const terms = receipt?.facts?.map(({ term }) => term);
  expect(terms).toContain('Total');
  for (const term of ['Period', 'Next payment']) expect(terms).not.toContain(term);
});

test('refuses a coupon that ends between the summary and the payment', async () => {
  const code = await makeCoupon({ endsAt: later(1) });
  const user = await makeUser(under);
  const { id } = orderOf(await draft(user, code));
  await under.dependencies.db
    .updateTable('coupons')
    .set({ endsAt: under.clock.now() })
    .where('code', '=', code)
    .execute();
  expect(codeOf(await pay(user, id))).toBe('coupon_ended');
});

test('holds no use if the provider does not respond', async () => {
  const code = await makeCoupon({});
  const user = await makeUser(under);
  const { id } = orderOf(await draft(user, code));
  const away = vi
    .spyOn(under.provider.checkout, 'transaction')
    .mockResolvedValueOnce(err('payment_unavailable'));
  expect(codeOf(await pay(user, id))).toBe('payment_unavailable');
  away.mockRestore();
  expect(await statesOf(code)).toEqual([]);
});

test('shows an offer publicly while it is available', async () => {
  const code = await makeCoupon({ percent: null, amount: 500, plans: ['12-months'], totalLimit: 1 });
  const show = () => under.call(api.showCoupon, { params: { code } });
  expect((await show()).json).toEqual({
    coupon: {
      code,
      percent: null,
      amount: { amount: 500, currency: 'USD' },
      plans: ['12-months'],
      ends_at: null,
      first_purchase_only: false,
    },
  });
  await beginPaying(under, await makeUser(under), planWith(code));
  expect(codeOf(await show())).toBe('coupon_used_up');
});
