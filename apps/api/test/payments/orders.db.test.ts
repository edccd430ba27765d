import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiUnderTest, makeUser, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser } from './paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const draft = { body: { kind: 'subscription' as const, planId: '12-months' } };
const orderOf = (json: unknown) =>
  (json as { order: { id: string; checkout: { transaction_id: string } | null } }).order;
const codeOf = (json: unknown) => (json as { error?: { code: string } }).error?.code;

test('twenty requests with one idempotency key create one order', async () => {
  const user = await makeUser(under);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      under.call(api.createOrder, draft, user, { 'idempotency-key': 'double-click' }),
    ),
  );
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]));
  expect(new Set(responses.map((response) => orderOf(response.json).id)).size).toBe(1);
  const orders = await under.dependencies.db
    .selectFrom('orders')
    .where('userId', '=', user.id)
    .selectAll()
    .execute();
  expect(orders).toHaveLength(1);
});

test('an idempotency key belongs to one request of one account', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const key = { 'idempotency-key': 'mine' };
  const first = await under.call(api.createOrder, draft, user, key);
  const changed = { body: { ...draft.body, planId: '24-months' } };
  expect(codeOf((await under.call(api.createOrder, changed, user, key)).json)).toBe('idempotency_key_reused');
  const others = await under.call(api.createOrder, draft, other, key);
  expect(orderOf(others.json).id).not.toBe(orderOf(first.json).id);
});

test('a refusal is not stored: the same key may succeed later', async () => {
  const user = await makeUser(under);
  const created = await under.call(api.createOrder, draft, user);
  const request = { params: { id: orderOf(created.json).id }, body: { method: 'card' as const } };
  const key = { 'idempotency-key': 'again' };
  const down = vi
    .spyOn(under.provider.checkout, 'transaction')
    .mockResolvedValueOnce(err('payment_unavailable'));
  expect((await under.call(api.payOrder, request, user, key)).status).toBe(503);
  down.mockRestore();
  expect((await under.call(api.payOrder, request, user, key)).status).toBe(200);
});

test('concurrent payment requests of an order create one transaction', async () => {
  const user = await makeUser(under);
  const created = await under.call(api.createOrder, draft, user);
  const request = { params: { id: orderOf(created.json).id }, body: { method: 'card' as const } };
  const made = under.provider.transactions.length;
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => under.call(api.payOrder, request, user)),
  );
  expect(new Set(responses.map((response) => orderOf(response.json).checkout?.transaction_id)).size).toBe(1);
  expect(under.provider.transactions.length - made).toBe(1);
});

test('an account with an unconfirmed address can draft an order and cannot pay it', async () => {
  const user = await makeUser(under, { verified: false });
  const created = await under.call(api.createOrder, draft, user);
  expect(created.json).toMatchObject({ order: { state: 'draft', total: { amount: 5988, currency: 'USD' } } });
  const request = { params: { id: orderOf(created.json).id }, body: { method: 'card' as const } };
  expect(codeOf((await under.call(api.payOrder, request, user)).json)).toBe('email_unverified');
});

test('refuses a second subscription, and offers the trial once', async () => {
  const user = await makePaidUser(under);
  expect(codeOf((await under.call(api.createOrder, draft, user)).json)).toBe('subscription_exists');
  const newcomer = await makeUser(under);
  const monthly = { body: { kind: 'subscription' as const, planId: '1-month' } };
  expect((await under.call(api.createOrder, monthly, newcomer)).json).toMatchObject({
    order: { total: { amount: 0 }, renewal: { amount: { amount: 1199 } } },
  });
  await under.dependencies.db.updateTable('subscriptions').set({ endedAt: under.clock.now() }).execute();
  expect((await under.call(api.createOrder, monthly, user)).json).toMatchObject({
    order: { total: { amount: 1199 } },
  });
});

test('does not find a plan that is not on sale', async () => {
  const user = await makeUser(under);
  const unknown = { body: { kind: 'subscription' as const, planId: 'for-ever' } };
  expect(codeOf((await under.call(api.createOrder, unknown, user)).json)).toBe('product_not_found');
});

test('comparing plans and reloading the checkout leaves one order for each offer', async () => {
  const user = await makeUser(under);
  const create = async (planId: string, method?: 'crypto') => {
    const body = { kind: 'subscription' as const, planId, ...(method === undefined ? {} : { method }) };
    return orderOf((await under.call(api.createOrder, { body }, user)).json).id;
  };
  const year = await create('12-months');
  const twoYears = await create('24-months');
  expect(await create('24-months')).toBe(twoYears);
  expect(await create('12-months')).toBe(year);
  const withFee = await create('12-months', 'crypto');
  expect(new Set([year, twoYears, withFee]).size).toBe(3);
  const stored = await under.dependencies.db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('userId', '=', user.id)
    .execute();
  expect(new Map(stored.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [year, 'expired'],
      [twoYears, 'expired'],
      [withFee, 'draft'],
    ]),
  );
});

test('a new draft never reopens an order whose checkout was opened, or another customer’s', async () => {
  const [user, other] = [await makeUser(under), await makeUser(under)];
  const opened = orderOf((await under.call(api.createOrder, draft, user)).json).id;
  await under.call(api.payOrder, { params: { id: opened }, body: { method: 'card' } }, user);
  const next = orderOf((await under.call(api.createOrder, draft, user)).json).id;
  expect(next).not.toBe(opened);
  expect(orderOf((await under.call(api.createOrder, draft, other)).json).id).not.toBe(next);
  await under.dependencies.db
    .updateTable('plans')
    .set({ priceAmount: 4999 })
    .where('id', '=', '12-months')
    .execute();
  try {
    const repriced = orderOf((await under.call(api.createOrder, draft, user)).json).id;
    expect(repriced).not.toBe(next);
  } finally {
    await under.dependencies.db
      .updateTable('plans')
      .set({ priceAmount: 5988 })
      .where('id', '=', '12-months')
      .execute();
  }
});
