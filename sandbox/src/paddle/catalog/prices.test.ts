import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  context = await sandboxForTest();
});
afterEach(() => context.close());

test('a one-time price with a quantity up to 1,000 starts no subscription', async () => {
  const gigabyte = await context.sellOnce(100);
  expect(gigabyte).toMatchObject({ billingCycle: null, quantity: { minimum: 1, maximum: 1000 } });
  const transaction = await context.paddle.transactions.create({
    items: [{ priceId: gigabyte.id, quantity: 1000 }],
    customerId: (await context.paddle.customers.create({ email: 'ada@example.com' })).id,
  });
  expect(await context.pay(transaction.id)).toMatchObject({ kind: 'completed' });
  const paid = await context.paddle.transactions.get(transaction.id);
  expect(paid).toMatchObject({ status: 'completed', subscriptionId: null, billingPeriod: null });
  expect(paid.details?.totals?.grandTotal).toBe('100000');
  expect(await context.paddle.subscriptions.list().next()).toEqual([]);
  const tooMany = context.paddle.transactions.create({ items: [{ priceId: gigabyte.id, quantity: 1001 }] });
  expect(await refusalCode(tooMany)).toBe('transaction_item_quantity_out_of_range');
});
