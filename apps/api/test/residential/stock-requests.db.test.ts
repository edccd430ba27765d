import { api } from '@comet/contract';
import type { Reply } from '@comet/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyOfStock } from '../../src/features/stock-requests/index.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { createOutbox } from '../../src/platform/mail/outbox.ts';
import { type ApiUnderTest, makeGateway, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { makeLiveExit } from '../gateways/exits-fixture.ts';
import { codeOf, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());
beforeEach(() => under.dependencies.db.deleteFrom('stockRequests').execute());

type Product = 'residential_data' | 'proxy_traffic' | 'dedicated' | 'dedicated_residential';
const ask = (user: TestUser, product: Product, country: string) =>
  under.call(api.addStockRequest, { body: { product, country } }, user);
const requestsOf = async (user: TestUser) =>
  ((await under.call(api.listStockRequests, {}, user)) as Reply & { json: { requests: unknown[] } }).json
    .requests;
const subjectsTo = ({ email }: TestUser) =>
  under.jobs
    .emailsTo(email)
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('available'));
function notify(): Promise<number> {
  const { db, clock, jobs, keys, settings } = under.dependencies;
  const outbox = createOutbox(jobs, createSealer(keys.seal));
  return notifyOfStock({ db, clock, outbox, dashboardUrl: settings.dashboardUrl });
}

test('a request is stored once, listed to its owner only, and removed', async () => {
  const [user, stranger] = [await makeUser(under), await makeUser(under)];
  const statuses = await Promise.all(Array.from({ length: 5 }, () => ask(user, 'dedicated', 'br')));
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  expect(await requestsOf(user)).toEqual([{ product: 'dedicated', country: 'br' }]);
  expect(await requestsOf(stranger)).toEqual([]);
  const params = { product: 'dedicated', country: 'br' } as const;
  await under.call(api.removeStockRequest, { params }, stranger);
  expect(await requestsOf(user)).toHaveLength(1);
  for (const _time of [1, 2])
    expect((await under.call(api.removeStockRequest, { params }, user)).status).toBe(204);
  expect(await requestsOf(user)).toEqual([]);
});

test('an address in stock causes one email for each request, also with concurrent runs', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => makeUser(under)));
  for (const user of users) await ask(user, 'dedicated', 'ar');
  const elsewhere = await makeUser(under);
  await ask(elsewhere, 'dedicated', 'cl');
  await ask(elsewhere, 'dedicated_residential', 'ar');
  expect(await notify()).toBe(0);
  await stockAddresses(under, 'ar', 1);
  const posted = await Promise.all([notify(), notify(), notify()]);
  expect(posted.reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(await notify()).toBe(0);
  for (const user of users) {
    expect(subjectsTo(user)).toEqual(['Dedicated IP available: Argentina']);
    expect(await requestsOf(user)).toEqual([]);
  }
  expect(subjectsTo(elsewhere)).toEqual([]);
  const [mail] = under.jobs.emailsTo(users[0]!.email).slice(-1);
  expect(mail?.action?.url).toMatch(/\/dash\/dedicated\/payment\?type=dedicated&country=ar$/);
});

test('a new request after the email gets another email', async () => {
  const user = await makeUser(under);
  await stockAddresses(under, 'uy', 1);
  for (const times of [1, 2]) {
    await ask(user, 'dedicated', 'uy');
    await notify();
    expect(subjectsTo(user)).toHaveLength(times);
  }
});

test('an exit online causes the emails for data and proxy traffic in its country', async () => {
  const user = await makeUser(under);
  for (const product of ['residential_data', 'proxy_traffic'] as const) await ask(user, product, 'us');
  expect(await notify()).toBe(0);
  await makeLiveExit(under, await makeGateway(under));
  expect(await notify()).toBe(2);
  expect(subjectsTo(user).toSorted()).toEqual([
    'Native Residential location available: United States',
    'Residential proxy location available: United States',
  ]);
});

test('refuses accounts without a confirmed address, and more than 50 requests', async () => {
  const unconfirmed = await makeUser(under, { verified: false });
  expect(codeOf(await ask(unconfirmed, 'dedicated', 'br'))).toBe('email_unverified');
  const user = await makeUser(under);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const now = under.clock.now();
  const rows = Array.from({ length: 49 }, (_, at) => ({
    ...{ userId: user.id, product: 'dedicated' as const, requestedAt: now },
    country: `${letters[Math.floor(at / 26)]}${letters[at % 26]}`,
  }));
  await under.dependencies.db.insertInto('stockRequests').values(rows).execute();
  const responses = await Promise.all(['zx', 'zy', 'zz'].map((country) => ask(user, 'dedicated', country)));
  expect(responses.filter((response) => response.status === 409)).toHaveLength(2);
  expect(codeOf(responses.find(({ status }) => status === 409)!)).toBe('stock_request_limit_reached');
  expect(await requestsOf(user)).toHaveLength(50);
  expect((await ask(user, 'dedicated', 'aa')).status).toBe(204);
});

test('an account makes 60 requests a day', async () => {
  const user = await makeUser(under);
  const statuses: number[] = [];
  for (let at = 0; at < 61; at += 1) {
    // The limit of the endpoint is shorter.
    if (at % 30 === 29) under.clock.advance(700_000);
    statuses.push((await ask(user, 'dedicated', 'br')).status);
  }
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 204));
  expect(statuses[60]).toBe(429);
});

test('the deletion of an account removes its requests, and no email is sent', async () => {
  const user = await makeUser(under);
  await ask(user, 'dedicated', 'py');
  const deletions = under.call(api.deleteAccount, { body: { password: user.password } }, user);
  await Promise.all([deletions, ask(user, 'dedicated', 'bo')]);
  const left = await under.dependencies.db.selectFrom('stockRequests').selectAll().execute();
  expect(left).toEqual([]);
  await stockAddresses(under, 'py', 1);
  expect(await notify()).toBe(0);
});

test('prices list the number of addresses in stock, and the countries that are sold out', async () => {
  await stockAddresses(under, 'gr', 3);
  const seller = await makeUser(under);
  await under.dependencies.db
    .insertInto('dedicatedIps')
    .values({
      ...{ type: 'dedicated_residential', country: 'hu', address: '203.0.113.201' },
      ...{ addedAt: under.clock.now(), restsUntil: new Date(under.clock.now().getTime() + 1e9) },
    })
    .execute();
  const { json } = await under.call(api.listPrices, {}, seller);
  const { stock, sold_out: soldOut } = json as { stock: object[]; sold_out: object[] };
  expect(stock).toContainEqual({ type: 'dedicated', country: 'gr', available: 3 });
  expect(soldOut).toContainEqual({ type: 'dedicated_residential', country: 'hu' });
  expect(soldOut).not.toContainEqual({ type: 'dedicated', country: 'gr' });
});
