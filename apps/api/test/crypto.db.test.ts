import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askCoingate, keepCoingateOrder, reconcileCoingate } from '../src/features/payments/ask-coingate.ts';
import { refundCryptoCommand } from '../src/features/payments/index.ts';
import { ticketsCommand } from '../src/features/support-tickets/index.ts';
import { anyCoupon } from './services-world.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { makePaidUser, processDeps, workOffAll } from './paid-user.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
  await under.jobs.work(askCoingate, ({ coingateOrderId }) =>
    keepCoingateOrder(processDeps(under), coingateOrderId),
  );
});
afterAll(() => under.stop());

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly total: { readonly amount: number };
  readonly lines: readonly { readonly kind: string; readonly amount: { readonly amount: number } }[];
  readonly renewal: unknown;
  readonly checkout: { readonly provider: string; readonly payment_url: string } | null;
}

const orderOf = ({ json }: { json: unknown }) => (json as { order: Shown }).order;
const codeOf = ({ json }: { json: unknown }) => (json as { error?: { code: string } }).error?.code;
const shown = async (user: TestUser, id: string) =>
  orderOf(await under.call(api.showOrder, { params: { id } }, user));
const subscriptionOf = async (user: TestUser) =>
  (
    (await under.call(api.showSubscription, {}, user)).json as {
      subscription: Record<string, unknown> | null;
    }
  ).subscription;

const draft = async (user: TestUser, planId = '12-months') =>
  orderOf(
    await under.call(api.createOrder, { body: { kind: 'subscription', planId, method: 'crypto' } }, user),
  );
const pay = (user: TestUser, id: string, method: 'crypto' | 'card' = 'crypto') =>
  under.call(api.payOrder, { params: { id }, body: { method } }, user);

/** An order that waits at CoinGate. */
async function waiting(user: TestUser, planId?: string) {
  const { id } = await draft(user, planId);
  const { payment_url } = orderOf(await pay(user, id)).checkout ?? { payment_url: '' };
  const coingateId = payment_url.slice(payment_url.lastIndexOf('/') + 1);
  const made = under.coingate.made.get(coingateId);
  if (made === undefined) throw new Error('nothing was asked of CoinGate');
  return { id, coingateId, ...made };
}

function callBack(form: Readonly<Record<string, string>>) {
  return send(under.baseUrl, {
    method: 'POST',
    path: api.coingateCallback.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

/** CoinGate changes an order and says so, as often as it likes. */
async function comesTo(
  order: { readonly coingateId: string; readonly token: string },
  change: Parameters<typeof under.coingate.set>[1],
  times = 1,
) {
  under.coingate.set(order.coingateId, change);
  const form = { id: order.coingateId, token: order.token, status: 'whatever' };
  const answers = await Promise.all(Array.from({ length: times }, () => callBack(form)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await under.jobs.workOff();
  await workOffAll(under);
}

const paid = () => ({ status: 'paid', paidAt: under.clock.now() }) as const;

test('a quote in crypto has its fee as a line, no trial and no renewal', async () => {
  const order = await draft(await makeUser(under), '1-month');
  expect(order.lines.map(({ kind, amount }) => [kind, amount.amount])).toEqual([
    ['plan', 1199],
    ['crypto_fee', 12],
  ]);
  expect(order.total.amount).toBe(1211);
  expect(order.renewal).toBeNull();
});

test('a payment gives the period once, however often it is called back, and it does not renew', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  expect(order.amount).toBe(6048);
  await comesTo(order, { status: 'confirming' });
  expect(await subscriptionOf(user)).toBeNull();
  await comesTo(order, paid(), 20);
  expect(await shown(user, order.id)).toMatchObject({ state: 'paid', checkout: null });
  expect(await subscriptionOf(user)).toMatchObject({
    state: 'active',
    active_until: '2027-12-21T12:00:00.000Z',
    next_payment: null,
    payment_method: { kind: 'crypto', last_digits: null },
  });
  const { db } = under.world;
  expect(
    await db.selectFrom('ledgerEntries').selectAll().where('orderId', '=', order.id).execute(),
  ).toMatchObject([
    { provider: 'coingate', kind: 'payment', reference: order.coingateId, amount: 6048, tax: 0 },
  ]);
  const receipts = under.jobs.lettersTo(user.email).filter(({ subject }) => subject.startsWith('Receipt'));
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.facts).toContainEqual({ term: 'Fee', value: '$0.60 for crypto, not refundable' });
});

test('a forged callback asks nothing, changes nothing, and is not answered with what would end callbacks', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  under.coingate.set(order.coingateId, paid());
  const before = under.jobs.recorded.length;
  const forgeries: Readonly<Record<string, string>>[] = [
    { id: order.coingateId, token: 'a guess', status: 'paid' },
    { id: order.coingateId, status: 'paid' },
    { id: '1', token: order.token, status: 'paid' },
    { id: 'not a number', token: order.token },
    {},
  ];
  for (const forged of forgeries) expect((await callBack(forged)).status).toBe(400);
  expect(under.jobs.recorded).toHaveLength(before);
  expect(await subscriptionOf(user)).toBeNull();
  const metrics = await (await fetch(`${under.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/route="\/api\/v1\/webhooks\/coingate",status="400"\} 5/);
});

test('what the callback says is not believed', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  expect((await callBack({ id: order.coingateId, token: order.token, status: 'paid' })).status).toBe(200);
  await under.jobs.workOff();
  await workOffAll(under);
  expect(await shown(user, order.id)).toMatchObject({ state: 'processing' });
  expect(await subscriptionOf(user)).toBeNull();
});

test.each([
  ['expired', false, 'expired'],
  ['canceled', false, 'expired'],
  ['invalid', false, 'failed'],
  ['expired', true, 'failed'],
] as const)(
  'an order that is %s (underpaid: %s) is %s, and honoured when it is paid after all',
  async (status, isUnderpaid, state) => {
    const user = await makeUser(under);
    const order = await waiting(user);
    await comesTo(order, { status, isUnderpaid });
    expect(await shown(user, order.id)).toMatchObject({ state, checkout: null });
    expect(await subscriptionOf(user)).toBeNull();
    await comesTo(order, { ...paid(), isUnderpaid: false });
    expect(await shown(user, order.id)).toMatchObject({ state: 'paid' });
    expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  },
);

test('statuses heard of in another order end the same', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await comesTo(order, paid());
  await comesTo(order, { status: 'expired', paidAt: null });
  expect(await shown(user, order.id)).toMatchObject({ state: 'paid' });
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
});

test('a payment for less than the order buys nothing', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await comesTo(order, { ...paid(), priceAmount: 1 });
  expect(await subscriptionOf(user)).toBeNull();
});

test('a callback that was lost is made up for by asking', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  under.coingate.set(order.coingateId, paid());
  await reconcileCoingate(processDeps(under));
  expect(await shown(user, order.id)).toMatchObject({ state: 'processing' });
  under.clock.advance(3 * 60 * 1000);
  under.coingate.answers = false;
  await reconcileCoingate(processDeps(under));
  under.coingate.answers = true;
  await reconcileCoingate(processDeps(under));
  await workOffAll(under);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
});

test('pressed twice, or twenty times at once, there is one order at CoinGate', async () => {
  const user = await makeUser(under);
  const { id } = await draft(user);
  const before = under.coingate.made.size;
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(user, id)));
  expect(new Set(answers.map((answer) => orderOf(answer).checkout?.payment_url)).size).toBe(1);
  expect(under.coingate.made.size).toBe(before + 1);
});

test('a quote for one method is not paid by another, nor while CoinGate does not answer', async () => {
  const user = await makeUser(under);
  const inCrypto = await draft(user);
  expect(codeOf(await pay(user, inCrypto.id, 'card'))).toBe('order_not_payable');
  under.coingate.answers = false;
  expect(codeOf(await pay(user, inCrypto.id))).toBe('payment_not_started');
  under.coingate.answers = true;
  expect((await pay(user, inCrypto.id)).status).toBe(200);
  const byCard = orderOf(
    await under.call(api.createOrder, { body: { kind: 'subscription', planId: '12-months' } }, user),
  );
  expect(codeOf(await pay(user, byCard.id))).toBe('order_not_payable');
});

test('the next period can be paid before this one ends, and begins where it ends', async () => {
  const user = await makeUser(under);
  await comesTo(await waiting(user, '1-month'), paid());
  const first = await subscriptionOf(user);
  await comesTo(await waiting(user, '1-month'), paid());
  const second = await subscriptionOf(user);
  expect(second?.['started_at']).toBe(first?.['active_until']);
  const renewing = await makePaidUser(under);
  const refused = await under.call(
    api.createOrder,
    { body: { kind: 'subscription', planId: '1-month', method: 'crypto' } },
    renewing,
  );
  expect(codeOf(refused)).toBe('subscription_exists');
});

test('data is bought in crypto as well: once, with the fee', async () => {
  const user = await makePaidUser(under);
  const body = { kind: 'residential_data', gigabytes: 10, method: 'crypto' } as const;
  const { id, total } = orderOf(await under.call(api.createOrder, { body }, user));
  expect(total.amount).toBe(1010);
  const { payment_url } = orderOf(await pay(user, id)).checkout ?? { payment_url: '' };
  const coingateId = payment_url.slice(payment_url.lastIndexOf('/') + 1);
  const token = under.coingate.made.get(coingateId)?.token ?? '';
  await comesTo({ coingateId, token }, { ...paid(), priceAmount: 1010 }, 10);
  expect(await shown(user, id)).toMatchObject({ state: 'paid' });
  const entries = await under.world.db
    .selectFrom('dataEntries')
    .select(['kind', 'bytes'])
    .where('userId', '=', user.id)
    .execute();
  expect(entries.map(({ kind, bytes }) => [kind, Number(bytes)])).toEqual([['purchase', 10e9]]);
});

test('an operator records a refund once: access ends, and the fee stays', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  const operator = { ...under.world, operator: 'grace' };
  await expect(refundCryptoCommand(operator, [order.id])).rejects.toThrow('not paid');
  await comesTo(order, paid());
  await comesTo(order, { status: 'refunded' });
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  expect(await refundCryptoCommand(operator, [order.id])).toContain('59.88 USD');
  await workOffAll(under);
  expect(await shown(user, order.id)).toMatchObject({ state: 'refunded' });
  expect(await subscriptionOf(user)).toMatchObject({ state: 'refunded' });
  await expect(refundCryptoCommand(operator, [order.id])).rejects.toThrow('before');
  const booked = await under.world.db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.sum('amount').as('left'))
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(Number(booked.left)).toBe(60);
});

test('of two plans that are paid in crypto the second goes back: the operator has a ticket, the customer a mail, each once', async () => {
  const user = await makeUser(under);
  const [first, second] = [await waiting(user), await waiting(user, '24-months')];
  await comesTo(first, paid());
  await comesTo(second, paid(), 5);
  await comesTo(second, { status: 'paid', paidAt: under.clock.now() });
  const to = under.world.settings.supportMail;
  const tickets = under.jobs
    .lettersTo(to)
    .filter(({ facts }) => facts?.some(({ value }) => value === second.id));
  expect(tickets).toMatchObject([{ subject: 'Ticket: Send back $83.76 in crypto' }]);
  const told = under.jobs.lettersTo(user.email).filter(({ subject }) => subject.includes('We owe you'));
  expect(told).toMatchObject([{ subject: 'We owe you $83.76 in crypto' }]);

  const operator = { ...processDeps(under), operator: 'grace' };
  expect(await ticketsCommand(operator, ['list'])).toContain(user.email);
  const id = tickets[0]?.facts?.find(({ term }) => term === 'Ticket')?.value ?? '';
  expect(await ticketsCommand(operator, ['close', id])).toContain('Send back $83.76');
  await expect(ticketsCommand(operator, ['close', id])).rejects.toThrow('No open ticket');
  await expect(ticketsCommand(operator, ['open'])).rejects.toThrow('tickets list');

  // Until the coins are back, what they paid for stands beside the first plan; then that one goes on alone.
  const plansOf = async () => {
    const rows = await under.world.db
      .selectFrom('subscriptions')
      .select(['planId', 'state'])
      .where('userId', '=', user.id)
      .orderBy('planId')
      .execute();
    return rows.map(({ planId, state }) => `${planId} ${state}`);
  };
  expect(await plansOf()).toEqual(['12-months active', '24-months active']);
  await refundCryptoCommand(operator, [second.id]);
  await workOffAll(under);
  expect(await plansOf()).toEqual(['12-months active', '24-months refunded']);
});

test('coins beyond the price buy what was ordered, and a ticket says to send them back, once', async () => {
  const user = await makeUser(under);
  const order = await waiting(user);
  await comesTo(order, { ...paid(), overpaid: '0.0001 BTC' }, 3);
  expect(await subscriptionOf(user)).toMatchObject({ state: 'active' });
  const tickets = under.jobs
    .lettersTo(under.world.settings.supportMail)
    .filter(({ facts }) => facts?.some(({ value }) => value === order.id));
  expect(tickets).toMatchObject([{ subject: 'Ticket: Send back 0.0001 BTC that was paid too much' }]);
});

test('a coupon that leaves nothing to pay leaves card and PayPal to pay it with', async () => {
  const user = await makeUser(under);
  await under.world.db
    .insertInto('coupons')
    .values({ ...anyCoupon, code: 'ALL-OFF', percent: 100, createdAt: under.clock.now() })
    .execute();
  const body = { kind: 'subscription', planId: '12-months', couponCode: 'ALL-OFF' } as const;
  const methods = ({ json }: { json: unknown }) => (json as { order: { methods: string[] } }).order.methods;
  for (const how of [{}, { method: 'crypto' as const }])
    expect(methods(await under.call(api.createOrder, { body: { ...body, ...how } }, user))).toEqual([
      'card',
      'paypal',
    ]);
  const monthly = await under.call(
    api.createOrder,
    { body: { kind: 'subscription', planId: '1-month' } },
    user,
  );
  expect(methods(monthly)).toContain('crypto');
});

test('the coins are listed, and go on being so while CoinGate does not answer', async () => {
  const listed = await under.call(api.listCryptoCurrencies, {});
  expect(listed.json).toEqual({ currencies: [{ symbol: 'BTC', title: 'Bitcoin' }] });
  under.clock.advance(2 * 3600 * 1000);
  under.coingate.answers = false;
  expect((await under.call(api.listCryptoCurrencies, {})).json).toEqual(listed.json);
  under.coingate.answers = true;
});
