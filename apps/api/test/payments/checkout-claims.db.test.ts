import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { send, wireRequest } from '@comet/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { toCall, withOrderClaim } from '../../src/features/orders/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { type Replica, startReplica } from '../database/replica.ts';

let under: ApiUnderTest;
let replica: Replica;
beforeAll(async () => {
  under = await startApi();
  replica = await startReplica(under, ['127.0.0.1']);
});
afterEach(() => {
  vi.restoreAllMocks();
  // Calls left pending by a failed test must not block the others.
  for (const { resolve } of hanging.splice(0)) resolve(ok('txn_abandoned'));
});
afterAll(async () => {
  await replica.stop();
  await under.stop();
});

type Transaction = Awaited<ReturnType<ApiUnderTest['provider']['checkout']['transaction']>>;

const hanging: PromiseWithResolvers<Transaction>[] = [];

/** A Paddle whose responses the test releases; each call returns its own transaction. */
function hangPaddle() {
  const calls: PromiseWithResolvers<Transaction>[] = [];
  vi.spyOn(under.provider.checkout, 'transaction').mockImplementation(() => {
    const call = Promise.withResolvers<Transaction>();
    calls.push(call);
    hanging.push(call);
    return call.promise;
  });
  return {
    calls,
    respondAll: () => calls.forEach(({ resolve }) => resolve(ok(`txn_${randomUUID()}`))),
    isCalled: (times: number) =>
      vi.waitFor(() => expect(calls).toHaveLength(times), { timeout: 30_000, interval: 20 }),
  };
}

async function draft(): Promise<{ readonly user: TestUser; readonly orderId: string }> {
  const user = await makeUser(under);
  const body = { kind: 'subscription', planId: '12-months' } as const;
  const created = await under.call(api.createOrder, { body }, user);
  return { user, orderId: (created.json as { order: { id: string } }).order.id };
}

const pay = ({ user, orderId }: Awaited<ReturnType<typeof draft>>) =>
  under.call(api.payOrder, { params: { id: orderId }, body: { method: 'card' } }, user);
const transactionOf = async (orderId: string) =>
  under.dependencies.db
    .selectFrom('orders')
    .select(['state', 'paddleTransactionId', 'checkoutClaim'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
const closed = (transactionId: string) =>
  under.jobs.recorded.filter(
    ({ name, data }) =>
      name === 'orders.close-checkout' && (data as { transactionId: string }).transactionId === transactionId,
  );

test('a claim whose commit was not acknowledged is released: the next call need not wait for its end', async () => {
  const { orderId } = await draft();
  const { db } = under.dependencies;
  const lost = new Error('Connection terminated unexpectedly');
  const real = db.transaction();
  const committedAndLost = {
    async execute(work: Parameters<typeof real.execute>[0]) {
      await real.execute(work);
      throw lost;
    },
  };
  vi.spyOn(db, 'transaction').mockReturnValueOnce(committedAndLost as unknown as typeof real);
  const claimed = withOrderClaim<{ orderId: string }, null, null, null>(db, {
    lock: () => Promise.resolve(ok({ orderId })),
    begin: () => Promise.resolve(toCall(null)),
    work: () => Promise.resolve(ok(null)),
  });
  await expect(claimed).rejects.toThrow(lost);
  expect((await transactionOf(orderId)).checkoutClaim).toBeNull();
});

test('payments that wait for the provider hold no connection: other requests succeed meanwhile', async () => {
  const owner = await makeUser(under);
  const drafts = await Promise.all(Array.from({ length: 24 }, draft));
  const paddle = hangPaddle();
  const payments = drafts.map(pay);
  await paddle.isCalled(24);
  const idle = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(under.dependencies.db);
  expect(idle.rows[0]?.count).toBe(0);
  const body = { email: owner.email, password: owner.password };
  expect((await under.call(api.logIn, { body }, { deviceId: owner.deviceId })).status).toBe(201);
  paddle.respondAll();
  const responses = await Promise.all(payments);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
}, 60_000);

test('refuses a payment at once beyond fifty concurrent calls, and accepts it after they end', async () => {
  const drafts = await Promise.all(Array.from({ length: 51 }, draft));
  const last = drafts.pop();
  if (last === undefined) throw new Error('no draft was made');
  const paddle = hangPaddle();
  const payments = drafts.map(pay);
  await paddle.isCalled(50);
  const refused = await pay(last);
  expect(refused.status).toBe(503);
  expect(refused.json).toMatchObject({ error: { code: 'payment_unavailable' } });
  paddle.respondAll();
  await Promise.all(payments);
  vi.restoreAllMocks();
  expect((await pay(last)).status).toBe(200);
}, 60_000);

test('repeated payments of one order occupy one place at the provider, and are refused beyond a limit', async () => {
  const [one, other] = [await draft(), await draft()];
  const paddle = hangPaddle();
  const statuses: number[] = [];
  const payments = Array.from({ length: 60 }, async () => statuses.push((await pay(one)).status));
  await vi.waitFor(() => expect(statuses).toHaveLength(38), { timeout: 30_000 });
  expect(new Set(statuses)).toEqual(new Set([503]));
  await paddle.isCalled(1);
  const ofOther = pay(other);
  await paddle.isCalled(2);
  paddle.respondAll();
  expect((await ofOther).status).toBe(200);
  await Promise.all(payments);
  expect(statuses.filter((status) => status === 200)).toHaveLength(22);
  expect(paddle.calls).toHaveLength(2);
}, 60_000);

test('calls to two replicas for one order open one checkout', async () => {
  const one = await draft();
  const paddle = hangPaddle();
  const here = pay(one);
  await paddle.isCalled(1);
  const request = { params: { id: one.orderId }, body: { method: 'card' as const } };
  const there = send(replica.baseUrl, wireRequest(api.payOrder, request, one.user));
  paddle.respondAll();
  const [first, second] = await Promise.all([here, there]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(paddle.calls).toHaveLength(1);
  expect(second.json).toEqual(first.json);
});

test('the claim of a dead process is taken over after it expires', async () => {
  const one = await draft();
  await sql`update orders set checkout_claim = gen_random_uuid(),
    checkout_claimed_until = clock_timestamp() + interval '1 second' where id = ${one.orderId}`.execute(
    under.dependencies.db,
  );
  const before = under.provider.transactions.length;
  expect((await pay(one)).status).toBe(200);
  expect(under.provider.transactions.length - before).toBe(1);
  expect(await transactionOf(one.orderId)).toMatchObject({ state: 'processing', checkoutClaim: null });
});

test('a call that outlasts its claim opens no second checkout, and its own is closed', async () => {
  const one = await draft();
  const paddle = hangPaddle();
  const late = pay(one);
  await paddle.isCalled(1);
  await sql`update orders set checkout_claimed_until = clock_timestamp() where id = ${one.orderId}`.execute(
    under.dependencies.db,
  );
  const successor = pay(one);
  await paddle.isCalled(2);
  paddle.calls[1]?.resolve(ok('txn_successor'));
  expect((await successor).status).toBe(200);
  paddle.calls[0]?.resolve(ok('txn_late'));
  expect((await late).status).toBe(409);
  expect((await transactionOf(one.orderId)).paddleTransactionId).toBe('txn_successor');
  expect(closed('txn_late')).toHaveLength(1);
  expect(closed('txn_successor')).toHaveLength(0);
});

test('a provider failure releases the claim, so that the next call does not wait', async () => {
  const one = await draft();
  vi.spyOn(under.provider.checkout, 'transaction').mockRejectedValueOnce(new Error('a mistake of ours'));
  expect((await pay(one)).status).toBe(500);
  expect(await transactionOf(one.orderId)).toMatchObject({ state: 'draft', checkoutClaim: null });
  expect((await pay(one)).status).toBe(200);
});

test('an account deleted during the provider’s call gets no checkout', async () => {
  const one = await draft();
  const paddle = hangPaddle();
  const payment = pay(one);
  await paddle.isCalled(1);
  await under.dependencies.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', one.user.id)
    .execute();
  paddle.calls[0]?.resolve(ok('txn_of_deleted'));
  expect((await payment).status).toBe(409);
  expect((await transactionOf(one.orderId)).state).toBe('draft');
  expect(closed('txn_of_deleted')).toHaveLength(1);
});
