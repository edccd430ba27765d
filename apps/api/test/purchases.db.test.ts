import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { send, wireRequest } from '@comet/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lapseOrder } from '../src/features/orders/index.ts';
import { expireServices } from '../src/features/services/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from './api-under-test.ts';
import { deliver, deliverAndWorkOff, makePaidUser, workOff } from './paid-user.ts';
import { adjusted, refundApproved } from './played-provider.ts';
import { beginPaying, buy, codeOf, orderOf, paidNotice, refund, stockAddresses } from './services-world.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const data = (gigabytes: number) => ({ kind: 'residential_data', gigabytes }) as const;
const address = (country: string, months = 1) =>
  ({ kind: 'dedicated_ip', type: 'dedicated', country, months }) as const;
const gb = (count: number) => count * 1_000_000_000;
const balance = async (user: TestUser) => {
  const shown = await under.call(api.showResidentialData, {}, user);
  const { bought_bytes, used_bytes, available_bytes, full_bytes } = shown.json as Record<string, number>;
  return { bought_bytes, used_bytes, available_bytes, full_bytes };
};
const services = async (user: TestUser) =>
  ((await under.call(api.listServices, {}, user)).json as { services: Record<string, unknown>[] }).services;
const stateOf = async (user: TestUser, id: string) =>
  orderOf(await under.call(api.showOrder, { params: { id } }, user)).state;
const inStock = async (country: string) =>
  (await under.world.db.selectFrom('dedicatedIps').select('state').where('country', '=', country).execute())
    .map(({ state }) => state)
    .toSorted();

test('prices are for everyone to see, and countries only where there is something to sell', async () => {
  await stockAddresses(under, 'se', 2);
  const { json } = await under.call(api.listPrices, {});
  expect(json).toMatchObject({
    residential_data: { amount: 100, currency: 'USD' },
    dedicated_ips: expect.arrayContaining([
      expect.objectContaining({
        type: 'dedicated',
        months: 12,
        monthly_price: { amount: 399, currency: 'USD' },
      }),
    ]) as unknown,
    stock: [{ type: 'dedicated', country: 'se' }],
  });
});

test('without a subscription nothing of this is sold', async () => {
  const user = await makeUser(under);
  for (const body of [data(1), { kind: 'proxy_traffic', gigabytes: 1 } as const, address('se')]) {
    expect(codeOf(await under.call(api.createOrder, { body }, user))).toBe('subscription_required');
  }
});

test.each([0, 1001, 1.5, -1])('%d GB cannot be ordered', async (gigabytes) => {
  const request = wireRequest(api.createOrder, { body: data(1) }, await makePaidUser(under));
  const answer = await send(under.baseUrl, { ...request, body: JSON.stringify({ ...data(1), gigabytes }) });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('gigabytes.');
});

test('forty gigabytes cost forty dollars, and are there once, however often the payment is told', async () => {
  const user = await makePaidUser(under);
  const begun = await beginPaying(under, user, data(40));
  expect(begun.total).toBe(4000);
  expect(under.provider.charges.get(begun.transactionId)).toMatchObject({
    priceId: 'residential-data',
    quantity: 40,
  });
  const notice = paidNotice(under, begun);
  const notices = Array.from({ length: 20 }, (_, index) => ({
    ...notice,
    event_id: `${notice.event_id}-${index}`,
  }));
  await Promise.all(notices.map((each) => deliver(under, each)));
  await Promise.all(notices.flatMap(({ event_id: id }) => [workOff(under, id), workOff(under, id)]));
  const all = gb(40);
  expect(await balance(user)).toEqual({
    bought_bytes: all,
    used_bytes: 0,
    available_bytes: all,
    full_bytes: all,
  });
  expect(await stateOf(user, begun.orderId)).toBe('paid');
});

test('a refund takes the data back, once, whichever notice comes first', async () => {
  const user = await makePaidUser(under);
  const kept = await buy(under, user, data(5));
  const begun = await beginPaying(under, user, data(10));
  const { transactionId } = begun;
  const refunded = refundApproved({ transactionId, subscriptionId: null, at: under.clock.now() });
  for (const notice of [
    refunded,
    paidNotice(under, begun),
    { ...refunded, event_id: `${refunded.event_id}-2` },
  ]) {
    await deliverAndWorkOff(under, notice);
  }
  expect(await balance(user)).toMatchObject({ available_bytes: gb(5) });
  expect(await stateOf(user, begun.orderId)).toBe('refunded');
  expect(await stateOf(user, kept.orderId)).toBe('paid');
});

test('what a bank takes back and returns is given back and there again, each time once', async () => {
  await stockAddresses(under, 'lt', 1);
  const user = await makePaidUser(under);
  const [bytes, ip] = [await buy(under, user, data(10)), await buy(under, user, address('lt'))];
  const about = (bought: { readonly transactionId: string }, id: string, days: number) => ({
    ...{ transactionId: bought.transactionId, subscriptionId: null, id: `${id}_${bought.transactionId}` },
    at: new Date(under.clock.now().getTime() + days * 1000),
  });
  for (const bought of [bytes, ip]) {
    const taken = adjusted({ ...about(bought, 'cb1', 1), action: 'chargeback' });
    const returned = adjusted({ ...about(bought, 'cr1', 2), action: 'chargeback_reverse' });
    await deliverAndWorkOff(under, taken);
    expect(await stateOf(user, bought.orderId)).toBe('refunded');
    await deliverAndWorkOff(under, returned);
    await deliverAndWorkOff(under, { ...returned, event_id: `${returned.event_id}-2` });
    expect(await stateOf(user, bought.orderId)).toBe('paid');
  }
  expect(await balance(user)).toMatchObject({ available_bytes: gb(10) });
  expect(await services(user)).toMatchObject([{ state: 'active', country: 'lt' }]);
  // The bank changes its mind once more.
  await deliverAndWorkOff(under, adjusted({ ...about(bytes, 'cb2', 3), action: 'chargeback' }));
  expect(await balance(user)).toMatchObject({ available_bytes: 0 });
  const entries = await under.world.db
    .selectFrom('dataEntries')
    .select('kind')
    .where('orderId', '=', bytes.orderId)
    .orderBy('id')
    .execute();
  expect(entries.map(({ kind }) => kind)).toEqual(['purchase', 'refund', 'return', 'refund']);
});

test('data that was used and then refunded leaves nobody in debt', async () => {
  const user = await makePaidUser(under);
  const bought = await buy(under, user, data(2));
  const entry = { userId: user.id, product: 'residential_vpn', kind: 'usage', orderId: null } as const;
  const enteredAt = under.clock.now();
  await under.world.db
    .insertInto('dataEntries')
    .values({ ...entry, bytes: -gb(1), enteredAt })
    .execute();
  expect(await balance(user)).toEqual({
    bought_bytes: gb(2),
    used_bytes: gb(1),
    available_bytes: gb(1),
    full_bytes: gb(2),
  });
  await refund(under, bought);
  expect(await balance(user)).toEqual({
    bought_bytes: gb(1),
    used_bytes: gb(1),
    available_bytes: 0,
    full_bytes: 0,
  });
  await buy(under, user, data(3));
  expect(await balance(user)).toMatchObject({ available_bytes: gb(3), full_bytes: gb(3) });
});

test('an entry of the ledger is never changed', async () => {
  const user = await makePaidUser(under);
  await buy(under, user, { kind: 'proxy_traffic', gigabytes: 3 });
  expect((await under.call(api.showResidentialProxy, {}, user)).json).toMatchObject({
    available_bytes: gb(3),
  });
  const changed = under.world.db
    .updateTable('dataEntries')
    .set({ bytes: 1 })
    .where('userId', '=', user.id)
    .execute();
  await expect(changed).rejects.toThrow('never changed');
});

test('who pays less than the order costs gets nothing', async () => {
  const user = await makePaidUser(under);
  const begun = await beginPaying(under, user, data(100));
  await deliverAndWorkOff(under, paidNotice(under, { ...begun, total: 100 }));
  expect(await balance(user)).toMatchObject({ available_bytes: 0 });
  expect(await stateOf(user, begun.orderId)).toBe('processing');
});

test('what is paid once the account was deleted is given back and gives nothing', async () => {
  const user = await makePaidUser(under);
  const begun = await beginPaying(under, user, data(7));
  await under.world.db
    .updateTable('users')
    .set({ deletedAt: under.clock.now() })
    .where('id', '=', user.id)
    .execute();
  await deliverAndWorkOff(under, paidNotice(under, begun));
  const entries = await under.world.db
    .selectFrom('dataEntries')
    .where('userId', '=', user.id)
    .selectAll()
    .execute();
  expect(entries).toEqual([]);
  expect(under.jobs.recorded.at(-1)?.data).toEqual({
    transactionId: begun.transactionId,
    reason: 'account_deleted',
    isOnce: true,
  });
});

test('a price that changes after the summary is not charged unseen', async () => {
  const user = await makePaidUser(under);
  const order = orderOf(await under.call(api.createOrder, { body: data(3) }, user));
  const setPrice = (amount: number) =>
    under.world.db.updateTable('prices').set({ amount }).where('id', '=', 'residential-data').execute();
  await setPrice(150);
  const pay = { params: { id: order.id }, body: { method: 'card' as const } };
  expect(codeOf(await under.call(api.payOrder, pay, user))).toBe('order_not_payable');
  await setPrice(100);
});

test('a new draft takes the place of one of the same kind, and of that kind only', async () => {
  const user = await makePaidUser(under);
  const traffic = orderOf(
    await under.call(api.createOrder, { body: { kind: 'proxy_traffic', gigabytes: 1 } }, user),
  );
  await Promise.all(Array.from({ length: 10 }, () => under.call(api.createOrder, { body: data(1) }, user)));
  const drafts = await under.world.db
    .selectFrom('orders')
    .select(['id', 'kind'])
    .where('userId', '=', user.id)
    .where('state', '=', 'draft')
    .orderBy('kind')
    .execute();
  expect(drafts.map(({ kind }) => kind)).toEqual(['proxy_traffic', 'residential_data']);
  expect(drafts[0]?.id).toBe(traffic.id);
});

test('an address is reserved while it is paid, then belongs to its customer alone', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'jp', 1);
  const begun = await beginPaying(under, user, address('jp', 6));
  expect(await inStock('jp')).toEqual(['reserved']);
  expect(codeOf(await under.call(api.createOrder, { body: address('jp') }, other))).toBe('address_sold_out');
  await deliverAndWorkOff(under, paidNotice(under, begun));
  const [service] = await services(user);
  expect(service).toMatchObject({
    state: 'active',
    country: 'jp',
    address: expect.stringMatching(/^198\.51\./) as unknown,
    active_until: '2027-05-21T12:00:00.000Z',
  });
  const id = String(service?.['id']);
  expect((await under.call(api.showService, { params: { id } }, other)).status).toBe(404);
  expect((await under.call(api.showService, { params: { id } }, user)).json).toEqual({ service });
});

test('of fifty who pay for the last address at once, one gets it', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => makePaidUser(under)));
  await stockAddresses(under, 'fi', 1);
  const drafts = await Promise.all(
    users.map(async (user) => orderOf(await under.call(api.createOrder, { body: address('fi') }, user))),
  );
  const answers = await Promise.all(
    users.map((user, index) =>
      under.call(api.payOrder, { params: { id: drafts[index]?.id ?? '' }, body: { method: 'card' } }, user),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => codeOf(answer) === 'address_sold_out')).toHaveLength(49);
  expect(await inStock('fi')).toEqual(['reserved']);
});

test('an address is free again when its order expires, or its provider does not answer', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'es', 1);
  const begun = await beginPaying(under, user, address('es'));
  await lapseOrder(under.world.db, begun.orderId);
  expect(await inStock('es')).toEqual(['free']);
  const away = vi
    .spyOn(under.provider.checkout, 'transaction')
    .mockResolvedValueOnce(err('payment_unavailable'));
  const order = orderOf(await under.call(api.createOrder, { body: address('es') }, user));
  const pay = { params: { id: order.id }, body: { method: 'card' as const } };
  expect(codeOf(await under.call(api.payOrder, pay, user))).toBe('payment_unavailable');
  away.mockRestore();
  expect(await inStock('es')).toEqual(['free']);
});

test('one customer reserves one address, however many checkouts are opened', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'it', 3);
  for (let times = 0; times < 3; times += 1) await beginPaying(under, user, address('it'));
  expect(await inStock('it')).toEqual(['free', 'free', 'reserved']);
});

test('a payment that comes after the address was sold waits for the next one', async () => {
  const [late, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'pl', 1);
  const begun = await beginPaying(under, late, address('pl'));
  await lapseOrder(under.world.db, begun.orderId);
  await buy(under, other, address('pl'));
  await deliverAndWorkOff(under, paidNotice(under, begun));
  expect(await services(late)).toMatchObject([{ state: 'provisioning', address: null, active_until: null }]);
  expect(await services(other)).toMatchObject([{ state: 'active' }]);
});

test('an extension is added to the end, its refund takes it off, and a refund of all frees the address', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'pt', 1);
  const first = await buy(under, user, address('pt'));
  const serviceId = String((await services(user))[0]?.['id']);
  const extend = { kind: 'dedicated_ip_extension', serviceId, months: 12 } as const;
  const more = await buy(under, user, extend);
  const until = async () => (await services(user))[0]?.['active_until'];
  expect(await until()).toBe('2027-12-21T12:00:00.000Z');
  await refund(under, more);
  expect(await until()).toBe('2026-12-21T12:00:00.000Z');
  await refund(under, first);
  expect(await services(user)).toMatchObject([{ state: 'refunded', address: null }]);
  expect(await inStock('pt')).toEqual(['resting']);
  expect(codeOf(await under.call(api.createOrder, { body: extend }, user))).toBe('service_ended');
});

test('nobody extends the address of another', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'at', 1);
  await buy(under, user, address('at'));
  const serviceId = String((await services(user))[0]?.['id']);
  const body = { kind: 'dedicated_ip_extension', serviceId, months: 1 } as const;
  expect((await under.call(api.createOrder, { body }, other)).status).toBe(404);
});

// Last: it moves the clock past what the others stand on.
test('an address whose time is over rests, and is for nobody else yet, unless its extension is being paid', async () => {
  const [user, payer] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'ie', 2);
  for (const each of [user, payer]) await buy(under, each, address('ie'));
  const serviceId = String((await services(payer))[0]?.['id']);
  const others = await under.world.db
    .selectFrom('services')
    .select('id')
    .where('state', '=', 'active')
    .execute();
  const { activeUntil } = await under.world.db
    .selectFrom('services')
    .select('activeUntil')
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow();
  const left = Number(activeUntil) - under.clock.now().getTime();
  for (const part of [left / 2, left / 2 - 60_000]) {
    under.clock.advance(part);
    await under.call(api.currentUser, {}, payer);
  }
  const begun = await beginPaying(under, payer, { kind: 'dedicated_ip_extension', serviceId, months: 1 });
  under.clock.advance(120_000);
  expect(await expireServices({ ...under.world, revoke: under.revoke })).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(1);
  expect(await inStock('ie')).toEqual(['assigned', 'resting']);
  await deliverAndWorkOff(under, paidNotice(under, begun));
  const row = await under.world.db
    .selectFrom('services')
    .select(['state', 'activeUntil'])
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'active', activeUntil: new Date('2027-01-21T12:01:00.000Z') });
});
