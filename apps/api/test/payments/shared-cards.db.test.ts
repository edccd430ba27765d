import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeDeletedAccounts } from '../../src/features/deletion/index.ts';
import { deleteCardUses } from '../../src/features/shared-cards/index.ts';
import { supportCommands } from '../../src/features/support/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { billingCalls } from './billing-calls.ts';
import { operatorConsoleSettings, useOperatorConsole } from '../operator/operator-console-fixture.ts';
import { deliverAndProcess, openOrder, processDeps } from './paid-user.ts';
import { adjusted, type TestCard, subscriptionChanged, transactionCompleted } from './fake-provider.ts';
import { columnsContaining } from '../database/search-database.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi(operatorConsoleSettings);
});
beforeEach(() => under.clock.advance(1000));
afterAll(() => under.stop());

const { later, refund } = billingCalls(() => under);
const { get, enrolled, signedIn } = useOperatorConsole(() => under);
const dayMs = 24 * 3600 * 1000;

let cards = 1000;
/** Returns a unique card. */
const newCard = (): TestCard => ({
  type: 'visa',
  last4: String(++cards),
  expiry_month: 4,
  expiry_year: 2030,
});

/** Starts a customer's trial by card or PayPal. */
async function startTrial(card: TestCard | null, user?: TestUser): Promise<TestUser> {
  const customer = user ?? (await makeUser(under));
  const { orderId, transactionId } = await openOrder(under, customer, '1-month');
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const trial = { ...ids, period: { from: ids.at, until: later(3) }, priceId: 'pri_trial', total: 0, card };
  await deliverAndProcess(under, transactionCompleted(trial));
  // A repeated event is recorded once.
  await deliverAndProcess(under, transactionCompleted(trial));
  return customer;
}

/** Creates a customer with a refunded year by card. */
async function makeRefunded(card: TestCard): Promise<TestUser> {
  const user = await makeUser(under);
  const { orderId, transactionId } = await openOrder(under, user);
  const ids = { transactionId, subscriptionId: `sub_${orderId}`, at: under.clock.now() };
  const period = { from: ids.at, until: later(365) };
  await deliverAndProcess(under, transactionCompleted({ ...ids, period, card }));
  expect(await refund(user)).toBe(202);
  return user;
}

const listed = async () => {
  const deps = { ...processDeps(under), billing: under.billing, operator: 'ada' };
  return (await supportCommands['shared-cards']?.(deps, [])) ?? '';
};
/** What is listed about an account. */
const rowsOf = async ({ email }: TestUser) =>
  (await listed()).split('\n').filter((line) => line.includes(` ${email} `));
const usesOf = async ({ id }: TestUser) =>
  under.dependencies.db
    .selectFrom('cardUses')
    .select('kind')
    .where('userId', '=', id)
    .orderBy('id')
    .execute();

const orderOf = ({ id }: TestUser) =>
  under.dependencies.db
    .selectFrom('orders')
    .select(['id', 'paddleTransactionId'])
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();

/** Purges an account, as happens a week after its deletion. */
async function remove({ id }: TestUser): Promise<void> {
  await under.dependencies.db
    .updateTable('users')
    .set({ deletedAt: later(-7) })
    .where('id', '=', id)
    .execute();
  await purgeDeletedAccounts({
    ...under.dependencies,
    sealer: createSealer(under.dependencies.keys.seal),
  });
}

test('lists trials and refunds of several accounts with one card for operators, and refuses none', async () => {
  const card = newCard();
  const [first, second, third] = [await startTrial(card), await startTrial(card), await makeRefunded(card)];
  const rows = (await Promise.all([first, second, third].map(rowsOf))).flat();
  expect(rows.map((row) => row.split(/ {2,}/)[1])).toEqual(['trial', 'trial', 'refund']);
  expect(new Set(rows.map((row) => row.split(/ {2,}/)[0])).size).toBe(1);
  expect(await listed()).not.toContain(card.last4);
});

test('does not list the only user of a card, for any number of uses, nor PayPal, which has no card', async () => {
  const [one, other] = [newCard(), newCard()];
  const onlyUser = await startTrial(one);
  const { id } = await orderOf(onlyUser);
  const paid = { transactionId: `txn_paid_${id}`, subscriptionId: `sub_${id}`, at: later(0), card: one };
  const period = { from: later(0), until: later(30) };
  await deliverAndProcess(under, transactionCompleted({ ...paid, period, total: 1199 }));
  await deliverAndProcess(under, adjusted({ ...paid, amount: 1199, status: 'pending_approval' }));
  const [paypal, another] = [await startTrial(null), await startTrial(null)];
  const elsewhere = await startTrial({ ...other, expiry_year: 2031 });
  await startTrial(other);
  for (const user of [onlyUser, paypal, another, elsewhere]) expect(await rowsOf(user)).toEqual([]);
  expect([await usesOf(onlyUser), await usesOf(paypal)]).toEqual([
    [{ kind: 'trial' }, { kind: 'refund' }],
    [],
  ]);
});

test('does not list the only user of a card for a trial and a refund after the account’s removal', async () => {
  const card = newCard();
  const onlyUser = await startTrial(card);
  const { id } = await orderOf(onlyUser);
  const paid = { transactionId: `txn_paid_${id}`, subscriptionId: `sub_${id}`, at: later(0), card };
  await deliverAndProcess(
    under,
    transactionCompleted({ ...paid, period: { from: later(0), until: later(30) }, total: 1199 }),
  );
  await deliverAndProcess(under, adjusted({ ...paid, amount: 1199, status: 'pending_approval' }));
  expect(await usesOf(onlyUser)).toHaveLength(2);
  const before = await listed();
  await remove(onlyUser);
  expect(await listed()).toBe(before);
});

test('only the hash is left of a removed account, and counts as another account', async () => {
  const card = newCard();
  const [first, second] = [await startTrial(card), await startTrial(card)];
  await remove(first);
  expect(await columnsContaining(under.dependencies.db, first.id, first.email)).toEqual([]);
  const [row] = await rowsOf(second);
  const own = (await listed()).split('\n').filter((line) => line.startsWith(row?.split(' ')[0] ?? 'none'));
  expect(own.map((line) => line.split(/ {2,}/)[2])).toEqual([second.email, 'removed']);
});

test('deletes a use after 12 months, and a repeated event does not restore it', async () => {
  const card = newCard();
  const [first, second] = [await startTrial(card), await startTrial(card)];
  await deleteCardUses(under.dependencies.db, new Date(under.clock.now().getTime() + 360 * dayMs));
  expect(await rowsOf(first)).toHaveLength(1);
  under.clock.advance(367 * dayMs);
  expect(await rowsOf(first)).toEqual([]);
  await deleteCardUses(under.dependencies.db, under.clock.now());
  const { id, paddleTransactionId: transactionId } = await orderOf(first);
  const about = { transactionId: transactionId ?? '', subscriptionId: `sub_${id}`, at: under.clock.now() };
  await deliverAndProcess(under, subscriptionChanged({ ...about, status: 'canceled', canceledAt: about.at }));
  expect([await usesOf(first), await usesOf(second)]).toEqual([[], []]);
  under.clock.advance(-367 * dayMs);
});

test('the console lists them with their accounts and orders', async () => {
  const card = newCard();
  const [first] = [await startTrial(card), await startTrial(card)];
  const { cookie } = await signedIn('ada', await enrolled('ada'));
  expect((await get('/ops/orders', cookie)).body).toContain('href="/ops/shared-cards"');
  const page = await get('/ops/shared-cards', cookie);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`<a href="/ops/customers/${first.id}">${first.email}</a>`);
  expect(page.body).toContain('never one to refuse');
  expect(page.body).not.toContain(card.last4);
});
