import { api } from '@comet/contract';
import { err } from '@comet/foundation';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expireOrder } from '../../src/features/orders/index.ts';
import { expireServices } from '../../src/features/dedicated-ips/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { deliverAndProcess, makePaidUser } from '../payments/paid-user.ts';
import { purchasesOf } from './purchases-fixture.ts';
import { beginPaying, buy, codeOf, orderOf, paidNotice, refund, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { address, inStock, services } = purchasesOf(() => under);

test('reserves an address during its payment, then assigns it to its customer only', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'jp', 1);
  const begun = await beginPaying(under, user, address('jp', 6));
  expect(await inStock('jp')).toEqual(['reserved']);
  expect(codeOf(await under.call(api.createOrder, { body: address('jp') }, other))).toBe('address_sold_out');
  await deliverAndProcess(under, paidNotice(under, begun));
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

test('one of fifty concurrent payments for the last address gets it', async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => makePaidUser(under)));
  await stockAddresses(under, 'fi', 1);
  const drafts = await Promise.all(
    users.map(async (user) => orderOf(await under.call(api.createOrder, { body: address('fi') }, user))),
  );
  const responses = await Promise.all(
    users.map((user, index) =>
      under.call(api.payOrder, { params: { id: drafts[index]?.id ?? '' }, body: { method: 'card' } }, user),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter((response) => codeOf(response) === 'address_sold_out')).toHaveLength(49);
  expect(await inStock('fi')).toEqual(['reserved']);
});

test('releases an address when its order expires or the provider does not respond', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'es', 1);
  const begun = await beginPaying(under, user, address('es'));
  await expireOrder(under.dependencies.db, begun.orderId);
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

test('one customer reserves one address with any number of open checkouts', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'it', 3);
  for (let times = 0; times < 3; times += 1) await beginPaying(under, user, address('it'));
  expect(await inStock('it')).toEqual(['free', 'free', 'reserved']);
});

test('a payment that arrives after the address was sold waits for the next address', async () => {
  const [late, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'pl', 1);
  const begun = await beginPaying(under, late, address('pl'));
  await expireOrder(under.dependencies.db, begun.orderId);
  await buy(under, other, address('pl'));
  await deliverAndProcess(under, paidNotice(under, begun));
  expect(await services(late)).toMatchObject([{ state: 'provisioning', address: null, active_until: null }]);
  expect(await services(other)).toMatchObject([{ state: 'active' }]);
});

test('adds an extension to the end, removes it with its refund, and releases the address after a refund of all', async () => {
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

test('rejects an extension of another customer’s address', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'at', 1);
  await buy(under, user, address('at'));
  const serviceId = String((await services(user))[0]?.['id']);
  const body = { kind: 'dedicated_ip_extension', serviceId, months: 1 } as const;
  expect((await under.call(api.createOrder, { body }, other)).status).toBe(404);
});

// Last: it advances the clock beyond the validity of the other tests' state.
test('an ended address is quarantined, unless its extension is being paid', async () => {
  const [user, payer] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'ie', 2);
  for (const each of [user, payer]) await buy(under, each, address('ie'));
  const serviceId = String((await services(payer))[0]?.['id']);
  const others = await under.dependencies.db
    .selectFrom('services')
    .select('id')
    .where('state', '=', 'active')
    .execute();
  const { activeUntil } = await under.dependencies.db
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
  expect(await expireServices({ ...under.dependencies, revoke: under.revoke })).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(1);
  expect(await inStock('ie')).toEqual(['assigned', 'resting']);
  await deliverAndProcess(under, paidNotice(under, begun));
  const row = await under.dependencies.db
    .selectFrom('services')
    .select(['state', 'activeUntil'])
    .where('id', '=', serviceId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: 'active', activeUntil: new Date('2027-01-21T12:01:00.000Z') });
});
