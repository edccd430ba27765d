import { afterEach, beforeEach, expect, test } from 'vitest';
import { coingateForTest } from '../../test/coingate-for-test.ts';

let context: Awaited<ReturnType<typeof coingateForTest>>;
beforeEach(async () => {
  context = await coingateForTest();
});
afterEach(() => context.close());

const ledger = () =>
  context.json<{
    paddle: { captured: number; refunded: number; charged_back: number }[];
    coingate: { order_id: string; captured: number; refunded: number }[];
    totals: Record<'paddle' | 'coingate', object>;
  }>('GET', '/control/ledger');

test('the ledger has an entry for each payment of either provider, and the totals', async () => {
  expect(await ledger()).toEqual({ paddle: [], coingate: [], totals: { paddle: {}, coingate: {} } });
  const gigabyte = await context.sellOnce(100);
  const { id: customerId } = await context.paddle.customers.create({ email: 'ada@example.com' });
  const transaction = await context.paddle.transactions.create({
    items: [{ priceId: gigabyte.id, quantity: 40 }],
    customerId,
    customData: { order_id: 'ord-1' },
  });
  expect((await ledger()).paddle).toEqual([]);
  await context.pay(transaction.id);
  const { id: itemId } = transaction.details?.lineItems[0] ?? { id: '' };
  const refund = await context.paddle.adjustments.create({
    action: 'refund',
    transactionId: transaction.id,
    reason: 'Part',
    items: [{ itemId, type: 'partial', amount: '1500' }],
  });
  expect((await ledger()).paddle[0]).toMatchObject({ captured: 4000, refunded: 0 });
  await context.json('POST', `/control/paddle/adjustments/${refund.id}/approve`);
  const order = await context.order({ order_id: 'ord-2' });
  await context.applyAction(order.id, 'underpay');
  expect((await ledger()).coingate).toEqual([]);
  await context.applyAction(order.id, 'overpay');
  await context.json('POST', `/control/paddle/transactions/${transaction.id}/chargeback`);
  expect(await ledger()).toEqual({
    paddle: [
      {
        transaction_id: transaction.id,
        subscription_id: null,
        customer_id: customerId,
        custom_data: { order_id: 'ord-1' },
        origin: 'api',
        currency: 'USD',
        captured: 4000,
        refunded: 1500,
        charged_back: 2500,
      },
    ],
    coingate: [
      { id: order.id, order_id: 'ord-2', currency: 'USD', captured: 6048, refunded: 0, charged_back: 0 },
    ],
    totals: {
      paddle: { USD: { captured: 4000, refunded: 1500, charged_back: 2500 } },
      coingate: { USD: { captured: 6048, refunded: 0, charged_back: 0 } },
    },
  });
});

test('the page offers the possible actions and escapes its contents', async () => {
  const order = await context.order({ order_id: '<i>1</i>' });
  const price = await context.sellMonthly(1199);
  const { id: customerId } = await context.paddle.customers.create({ email: 'ada@example.com' });
  const transaction = await context.paddle.transactions.create({
    items: [{ priceId: price.id, quantity: 1 }],
    customerId,
  });
  await context.pay(transaction.id);
  await context.paddle.adjustments.create({
    action: 'refund',
    type: 'full',
    transactionId: transaction.id,
    reason: 'Asked',
  });
  const page = await (await fetch(`${context.sandbox.url}/control/`)).text();
  for (const path of [
    `/control/coingate/orders/${order.id}/overpay`,
    `/control/paddle/transactions/${transaction.id}/chargeback`,
    '/control/paddle/adjustments/adj_',
    '/control/coingate/delivery',
    '/control/paddle/fault',
  ]) {
    expect(page).toContain(path);
  }
  expect(page).toContain('&lt;i&gt;1&lt;/i&gt;');
  expect(page).not.toContain('<i>1</i>');
});

test('a month is a calendar month', async () => {
  await context.json('POST', '/control/clock', { to: '2098-01-31T12:00:00Z' });
  const { now } = await context.json<{ now: string }>('POST', '/control/clock', { advance_months: 1 });
  expect(now).toMatch(/^2098-02-28T12:00/);
});
