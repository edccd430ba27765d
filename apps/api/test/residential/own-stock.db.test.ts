import { api } from '@comet/contract';
import type { TestCredentials } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireOrder } from '../../src/features/orders/index.ts';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';
import { makePaidUser } from '../payments/paid-user.ts';
import { purchasesOf } from './purchases-fixture.ts';
import { beginPaying, buy, codeOf, refund, stockAddresses } from './services-fixture.ts';

let under: ApiUnderTest;
beforeAll(async () => {
  under = await startApi();
});
afterAll(() => under.stop());

const { address } = purchasesOf(() => under);

/** Returns the countries in the price list for a caller. */
async function countriesFor(caller: TestCredentials): Promise<readonly string[]> {
  const response = await under.call(api.listPrices, {}, caller);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (response.json as { stock: { country: string }[] }).stock.map(({ country }) => country);
}

test('the last address stays in stock only for the customer whose unpaid order reserves it', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'jp', 1);
  for (const each of [user, other, {}]) expect(await countriesFor(each)).toEqual(['jp']);
  await beginPaying(under, user, address('jp'));
  expect(await countriesFor(user)).toEqual(['jp']);
  for (const each of [other, {}]) expect(await countriesFor(each)).toEqual([]);

  // A listed country can be ordered and paid, an unlisted one cannot.
  const again = await beginPaying(under, user, address('jp', 6));
  expect(codeOf(await under.call(api.createOrder, { body: address('jp') }, other))).toBe('address_sold_out');
  expect(await countriesFor(user)).toEqual(['jp']);
  await expireOrder(under.dependencies.db, again.orderId);
  for (const each of [user, other, {}]) expect(await countriesFor(each)).toEqual(['jp']);
});

test('lists each country once, and not after its last address is sold', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'it', 2);
  await beginPaying(under, user, address('it'));
  expect((await countriesFor(user)).filter((country) => country === 'it')).toEqual(['it']);
  await stockAddresses(under, 'se', 1);
  await buy(under, user, address('se'));
  expect(await countriesFor(user)).not.toContain('se');
});

test('a quarantined address is in stock for its last owner only', async () => {
  const [user, other] = [await makePaidUser(under), await makePaidUser(under)];
  await stockAddresses(under, 'pt', 1);
  await refund(under, await buy(under, user, address('pt')));
  expect(await countriesFor(user)).toContain('pt');
  for (const each of [other, {}]) expect(await countriesFor(each)).not.toContain('pt');
});

test('an invalid session gets the public response', async () => {
  const user = await makePaidUser(under);
  await stockAddresses(under, 'fi', 1);
  await beginPaying(under, user, address('fi'));
  expect(await countriesFor(user)).toContain('fi');
  const elsewhere = { ...user, deviceId: '00000000-0000-4000-8000-000000000000' };
  for (const each of [{ token: 'A'.repeat(43) }, { token: '?' }, elsewhere])
    expect(await countriesFor(each)).not.toContain('fi');
  const owing = under.dependencies.db.updateTable('accessTokens').set({ isLimited: true });
  await owing.where('userId', '=', user.id).execute();
  expect(await countriesFor(user)).not.toContain('fi');
});
