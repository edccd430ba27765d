import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { purgeDeletedAccounts } from '../../src/features/deletion/index.ts';
import { deleteBenefits } from '../../src/features/mailbox-benefits/index.ts';
import { expireOrder } from '../../src/features/orders/index.ts';
import { reconcileUnansweredRefunds } from '../../src/features/payments/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { billingCalls } from '../payments/billing-calls.ts';
import {
  deliverAndProcess,
  makePaidUser,
  openOrder,
  type PaidUser,
  processDeps,
} from '../payments/paid-user.ts';
import { adjusted, transactionCompleted } from '../payments/fake-provider.ts';
import { columnsContaining } from '../database/search-database.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
beforeEach(() => under.clock.advance(1000));

const { later, refund, shown } = billingCalls(() => under);
const dayMs = 24 * 3600 * 1000;

interface Drafted {
  readonly id: string;
  readonly lines: readonly { readonly kind: string }[];
  readonly total: { readonly amount: number };
  readonly money_back: boolean;
}

let mailboxes = 0;
/** Two spellings of one unused mailbox. */
function spellings(): readonly [string, string] {
  mailboxes += 1;
  return [`mail.box${mailboxes}@gmail.com`, `mailbox${mailboxes}+again@googlemail.com`];
}

async function draft(user: TestUser, planId = '1-month'): Promise<Drafted> {
  const body = { kind: 'subscription', planId } as const;
  return ((await under.call(api.createOrder, { body }, user)).json as { order: Drafted }).order;
}
const hasTrial = ({ lines }: Drafted) => lines.some(({ kind }) => kind === 'trial');
const pay = async (user: TestUser, { id }: Drafted) =>
  (await under.call(api.payOrder, { params: { id }, body: { method: 'card' } }, user)).status;

async function startTrial(user: TestUser): Promise<string> {
  const { orderId, transactionId } = await openOrder(under, user, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const period = { from: ids.at, until: later(3) };
  await deliverAndProcess(under, transactionCompleted({ ...ids, period, priceId: 'pri_trial', total: 0 }));
  return orderId;
}

async function removeForGood(user: TestUser): Promise<void> {
  const { db } = under.dependencies;
  await db
    .updateTable('users')
    .set({ deletedAt: later(-7) })
    .where('id', '=', user.id)
    .execute();
  expect(
    await purgeDeletedAccounts({
      ...under.dependencies,
      sealer: createSealer(under.dependencies.keys.seal),
    }),
  ).toBeGreaterThan(0);
  const left = await db.selectFrom('users').select('id').where('id', '=', user.id).execute();
  expect(left).toEqual([]);
}

/** A customer with a completed refund. */
async function refunded(email: string): Promise<PaidUser> {
  const user = await makePaidUser(under, { email });
  expect(await refund(user)).toBe(202);
  const { adjustmentId: id } = await under.dependencies.db
    .selectFrom('refunds')
    .select('adjustmentId')
    .where('transactionId', '=', user.transactionId)
    .executeTakeFirstOrThrow();
  await deliverAndProcess(under, adjusted({ ...user, id, at: later(0) }));
  expect((await shown(user))['state']).toBe('refunded');
  return user;
}

test('a mailbox has one free trial in 12 months, for any spelling of its address and after a deletion', async () => {
  const [email, again] = spellings();
  const first = await makeUser(under, { email });
  expect(hasTrial(await draft(first))).toBe(true);
  const orderId = await startTrial(first);
  const second = await makeUser(under, { email: again });
  const offered = await draft(second);
  expect([hasTrial(offered), offered.total.amount]).toEqual([false, 1199]);
  await removeForGood(first);
  expect(hasTrial(await draft(second))).toBe(false);
  // Only the hash is left of the account.
  expect(await columnsContaining(under.dependencies.db, first.id, orderId)).toEqual([]);
  await deleteBenefits(under.dependencies.db, new Date(under.clock.now().getTime() + 360 * dayMs));
  expect(hasTrial(await draft(second))).toBe(false);
  await deleteBenefits(under.dependencies.db, new Date(under.clock.now().getTime() + 367 * dayMs));
  expect(hasTrial(await draft(second))).toBe(true);
});

test('the list of plans offers free days to visitors and new mailboxes only', async () => {
  const offered = async (user?: TestUser) => {
    const { json } = await under.call(api.listPlans, {}, user);
    const { plans } = json as { plans: { id: string; trial_days: number; trial_available: boolean }[] };
    expect(plans.map(({ trial_days: days }) => days)).toEqual([3, 0, 0]);
    return plans.filter(({ trial_available: isOffered }) => isOffered).map(({ id }) => id);
  };
  const [email, again] = spellings();
  const first = await makeUser(under, { email });
  expect([await offered(), await offered(first)]).toEqual([['1-month'], ['1-month']]);
  await startTrial(first);
  const second = await makeUser(under, { email: again });
  expect([await offered(first), await offered(second), await offered()]).toEqual([[], [], ['1-month']]);
});

test('one of several accounts of a mailbox that start a trial concurrently gets it', async () => {
  mailboxes += 1;
  const emails = [1, 2, 3, 4, 5, 6].map((tag) => `race${mailboxes}+${tag}@example.com`);
  const users = await Promise.all(emails.map((email) => makeUser(under, { email })));
  const drafts = await Promise.all(users.map((user) => draft(user)));
  expect(drafts.every(hasTrial)).toBe(true);
  const responses = await Promise.all(users.map((user, index) => pay(user, drafts[index] as Drafted)));
  expect(responses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409]);
});

test('an abandoned trial checkout releases the trial for another account of the mailbox and never blocks its own account', async () => {
  const [email, again] = spellings();
  const [first, second] = [await makeUser(under, { email }), await makeUser(under, { email: again })];
  const open = await draft(first);
  expect(await pay(first, open)).toBe(200);
  expect(hasTrial(await draft(second))).toBe(false);
  // Another checkout of the same account replaces the first.
  const anew = await draft(first);
  expect([hasTrial(anew), await pay(first, anew)]).toEqual([true, 200]);
  await expireOrder(under.dependencies.db, anew.id);
  const offered = await draft(second);
  expect([hasTrial(offered), await pay(second, offered)]).toEqual([true, 200]);
  expect(hasTrial(await draft(first))).toBe(false);
});

test('an account deleted during its checkout uses up the trial only if it pays', async () => {
  const [email, again] = spellings();
  const [first, second] = [await makeUser(under, { email }), await makeUser(under, { email: again })];
  expect(await pay(first, await draft(first))).toBe(200);
  await removeForGood(first);
  expect(hasTrial(await draft(second))).toBe(true);
  const [other, otherAgain] = spellings();
  const third = await makeUser(under, { email: other });
  const opened = await openOrder(under, third, '1-month');
  await under.dependencies.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', third.id)
    .execute();
  const ids = { transactionId: opened.transactionId, subscriptionId: 'sub_late', at: under.clock.now() };
  const period = { from: ids.at, until: later(3) };
  await deliverAndProcess(under, transactionCompleted({ ...ids, period, priceId: 'pri_trial', total: 0 }));
  const fourth = await makeUser(under, { email: otherAgain });
  expect(hasTrial(await draft(fourth))).toBe(false);
});

test('refunds once per mailbox, and the order shows that before its payment', async () => {
  const [email, again] = spellings();
  await refunded(email);
  const second = await makePaidUser(under, { email: again });
  expect((await shown(second))['money_back_until']).toBeNull();
  expect(await refund(second)).toBe('refund_used');
  expect((await shown(second))['state']).toBe('active');
  const fresh = await makeUser(under);
  expect((await draft(fresh, '12-months')).money_back).toBe(true);
});

test('an account gets one refund, also after a change of its address', async () => {
  const [email] = spellings();
  const user = await refunded(email);
  under.clock.advance(1000);
  await under.dependencies.db
    .updateTable('users')
    .set({ email: `moved${mailboxes}@example.com` })
    .where('id', '=', user.id)
    .execute();
  expect((await draft(user, '12-months')).money_back).toBe(false);
  const { orderId, transactionId } = await openOrder(under, user);
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const period = { from: ids.at, until: later(365) };
  await deliverAndProcess(under, transactionCompleted({ ...ids, period }));
  expect((await shown(user))['money_back_until']).toBeNull();
  expect(await refund(user)).toBe('refund_used');
});

test('one of the concurrent refund requests by accounts of a mailbox succeeds', async () => {
  mailboxes += 1;
  const emails = [1, 2, 3].map((tag) => `back${mailboxes}+${tag}@example.com`);
  const users = await Promise.all(emails.map((email) => makePaidUser(under, { email })));
  const responses = await Promise.all([...users, ...users].map((user) => refund(user)));
  const gotIt = users.filter((_, index) => responses[index] === 202 && responses[index + 3] === 202);
  expect(gotIt).toHaveLength(1);
  expect(responses.filter((response) => response === 'refund_used')).toHaveLength(4);
});

test('a refund that is rejected or did not reach the provider does not count', async () => {
  mailboxes += 1;
  const emails = [1, 2, 3].map((tag) => `rejected${mailboxes}+${tag}@example.com`);
  const [first, second, third] = await Promise.all(emails.map((email) => makePaidUser(under, { email })));
  if (first === undefined || second === undefined || third === undefined) throw new Error('three users');
  const unreachable = vi.spyOn(under.billing, 'refund').mockResolvedValueOnce(err('payment_unavailable'));
  expect(await refund(first)).toBe('payment_unavailable');
  unreachable.mockRestore();
  // Unknown until the provider confirms it.
  expect(await refund(second)).toBe('refund_used');
  under.clock.advance(3 * 60 * 1000);
  await reconcileUnansweredRefunds({ ...processDeps(under), billing: under.billing });
  expect(await refund(second)).toBe(202);
  expect(await refund(third)).toBe('refund_used');
  const { adjustmentId: id } = await under.dependencies.db
    .selectFrom('refunds')
    .select('adjustmentId')
    .where('transactionId', '=', second.transactionId)
    .executeTakeFirstOrThrow();
  await deliverAndProcess(under, adjusted({ ...second, id, at: later(1), status: 'rejected' }));
  expect(await refund(second)).toBe('refund_rejected');
  expect(await refund(third)).toBe(202);
});
