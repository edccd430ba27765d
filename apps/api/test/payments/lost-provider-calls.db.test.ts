import { api } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePlanChanges } from '../../src/features/billing/index.ts';
import { reconcileUnansweredRefunds } from '../../src/features/payments/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { billingCalls } from './billing-calls.ts';
import { makePaidUser } from './paid-user.ts';
import { useHangingProvider } from './provider-calls-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi({}, { connections: 2 });
});
afterAll(() => under.stop());

const { cancel, refund, confirm, draft, shown, history, madeFor } = billingCalls(() => under);
const { deps, releaseCalls, begun, hang, endProcess, claims, placeOrder, buy } = useHangingProvider(
  () => under,
);
const minuteMs = 60_000;

test('completes the cancellation of a dead process', async () => {
  const user = await makePaidUser(under);
  const provider = hang('cancelAtPeriodEnd', 'after');
  const lost = begun(cancel(user));
  await provider.called(1);
  await endProcess();
  expect(await cancel(user)).toBe(200);
  expect(await shown(user)).toMatchObject({ state: 'cancelled' });
  releaseCalls();
  // The late response changes nothing.
  expect(await lost).toBe(200);
  expect(await claims()).toBe(0);
});

test('finds a plan change of a dead process at the provider, and charges once', async () => {
  const user = await makePaidUser(under);
  const order = await draft(user);
  const provider = hang('changePrice', 'after');
  const lost = begun(confirm(user, order.id));
  await provider.called(1);
  await endProcess();
  under.clock.advance(3 * minuteMs);
  await reconcilePlanChanges(deps());
  expect(await shown(user)).toMatchObject({ plan_id: '24-months' });
  releaseCalls();
  expect(await lost).toBe(200);
  expect(madeFor(user.subscriptionId)).toEqual([`change ${user.subscriptionId}`]);
  expect(await history(user)).toHaveLength(2);
});

test('finds a refund of a dead process at the provider, and requests it once', async () => {
  const user = await makePaidUser(under);
  const provider = hang('refund', 'after');
  const lost = begun(refund(user));
  await provider.called(1);
  await endProcess();
  expect(await shown(user)).toMatchObject({ refund: null });
  under.clock.advance(3 * minuteMs);
  await reconcileUnansweredRefunds(deps());
  expect(await shown(user)).toMatchObject({ refund: { state: 'pending' } });
  expect(await refund(user)).toBe(202);
  releaseCalls();
  expect(await lost).toBe(202);
  expect(madeFor(user.transactionId)).toEqual([`refund ${user.transactionId}`]);
});

test('a process that lost its claim requests no refund', async () => {
  const user = await makePaidUser(under);
  const provider = hang('adjustments', 'after');
  const lost = begun(refund(user));
  await provider.called(1);
  await endProcess();
  expect(await refund(user)).toBe(202);
  // The first process has already read that there is no refund: only the claim prevents its request.
  releaseCalls();
  await lost;
  expect(madeFor(user.transactionId)).toEqual([`refund ${user.transactionId}`]);
});

test('a refund whose account is removed during the lookups does not block the others', async () => {
  const users = [await makePaidUser(under), await makePaidUser(under)];
  for (const user of users) {
    under.billing.failNext('payment_unavailable');
    expect(await refund(user)).toBe('payment_unavailable');
  }
  under.clock.advance(3 * minuteMs);
  const provider = hang('adjustments');
  const looking = begun(reconcileUnansweredRefunds(deps()));
  await provider.called(1);
  const { db } = under.dependencies;
  const { rows } = await sql<{
    userId: string;
  }>`select user_id from orders where checkout_claim is not null`.execute(db);
  const removed = users.find(({ id }) => id !== rows[0]?.userId);
  await db
    .deleteFrom('users')
    .where('id', '=', removed?.id ?? '')
    .execute();
  releaseCalls();
  await looking;
  expect(await claims()).toBe(0);
});

test('finds a charge of a dead process at the next attempt, and charges once', async () => {
  const user = await makePaidUser(under);
  await placeOrder(user);
  const provider = hang('charge', 'after');
  const lost = begun(buy(user));
  await provider.called(1);
  await endProcess();
  await buy(user);
  releaseCalls();
  await lost;
  expect(madeFor(user.subscriptionId)).toEqual([`charge ${user.subscriptionId}`]);
  const { json } = await under.call(api.showResidentialData, {}, user);
  expect(json).toMatchObject({ available_bytes: 2_000_000_000 });
});
