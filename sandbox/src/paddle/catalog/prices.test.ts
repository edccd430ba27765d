import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';

let world: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  world = await sandboxForTest();
});
afterEach(() => world.close());

test('a thing sold once, up to a thousand of it, starts no subscription', async () => {
  const gigabyte = await world.sellOnce(100);
  expect(gigabyte).toMatchObject({ billingCycle: null, quantity: { minimum: 1, maximum: 1000 } });
  const transaction = await world.paddle.transactions.create({
    items: [{ priceId: gigabyte.id, quantity: 1000 }],
    customerId: (await world.paddle.customers.create({ email: 'ada@example.com' })).id,
  });
  expect(await world.pay(transaction.id)).toMatchObject({ kind: 'completed' });
  const paid = await world.paddle.transactions.get(transaction.id);
  expect(paid).toMatchObject({ status: 'completed', subscriptionId: null, billingPeriod: null });
  expect(paid.details?.totals?.grandTotal).toBe('100000');
  expect(await world.paddle.subscriptions.list().next()).toEqual([]);
  const tooMany = world.paddle.transactions.create({ items: [{ priceId: gigabyte.id, quantity: 1001 }] });
  expect(await refusalCode(tooMany)).toBe('transaction_item_quantity_out_of_range');
});
