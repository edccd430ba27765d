import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';
import { subscriptionsOf, typesOf } from '../../../test/subscriptions-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
let subscriptions: ReturnType<typeof subscriptionsOf>;
beforeEach(async () => {
  context = await sandboxForTest();
  subscriptions = subscriptionsOf(context);
});
afterEach(() => context.close());

test('charges a one-time price to the stored method, or nothing if declined; the subscription does not change', async () => {
  const { paddle } = context;
  const { subscription } = await subscriptions.subscribed(1199);
  const product = await paddle.products.create({ name: 'Data', taxCategory: 'saas' });
  const unitPrice = { amount: '100', currencyCode: 'USD' } as const;
  const quantity = { minimum: 1, maximum: 1000 };
  const price = await paddle.prices.create({
    productId: product.id,
    description: '1 GB',
    unitPrice,
    quantity,
  });
  const charge = (priceId: string, count = 5) =>
    paddle.subscriptions.createOneTimeCharge(subscription.id, {
      effectiveFrom: 'immediately',
      items: [{ priceId, quantity: count }],
      onPaymentFailure: 'prevent_change',
    });
  const charged = () =>
    paddle.transactions.list({ subscriptionId: [subscription.id], origin: ['subscription_charge'] }).next();
  const eventsDuring = await subscriptions.eventsDuring(async () => {
    expect(await charge(price.id)).toMatchObject({
      status: 'active',
      nextBilledAt: subscription.nextBilledAt,
    });
  });
  expect(typesOf(eventsDuring).at(-1)).toBe('transaction.completed');
  expect(eventsDuring.at(-1)?.data).toMatchObject({
    origin: 'subscription_charge',
    subscription_id: subscription.id,
  });
  expect(await charged()).toMatchObject([
    { status: 'completed', details: { totals: { grandTotal: '500' } }, items: [{ quantity: 5 }] },
  ]);
  await subscriptions.failNext(1);
  expect(await refusalCode(charge(price.id))).toBe('subscription_payment_declined');
  expect((await charged()).map(({ status }) => status).toSorted()).toEqual(['canceled', 'completed']);
  expect(await refusalCode(charge(subscription.items[0]?.price.id ?? '', 1))).toBe('invalid_field');
  expect(await paddle.subscriptions.get(subscription.id)).toMatchObject({ items: [{ quantity: 1 }] });
});
