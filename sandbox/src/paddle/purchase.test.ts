import { ApiError } from '@paddle/paddle-node-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECRET, sandboxForTest, sdkFor } from '../../test/sandbox-for-test.ts';

let world: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  world = await sandboxForTest();
});
afterEach(() => world.close());

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected Paddle's refusal, got ${String(error)}`);
  return error;
}

async function draft(cents: number, trialDays = 0) {
  const price = await world.sellMonthly(cents, trialDays);
  const customer = await world.paddle.customers.create({ email: 'ada@example.com' });
  const transaction = await world.paddle.transactions.create({
    items: [{ priceId: price.id, quantity: 1 }],
    customerId: customer.id,
    customData: { orderId: 'o-1' },
  });
  return { price, customer, transaction };
}

const types = (): string[] => world.hook.received.map((each) => each.event.event_type);
const arrived = (type: string) => world.until(() => types().includes(type));

describe('the vendor SDK against the sandbox', () => {
  test('reads catalogue, customer and transaction as Paddle writes them', async () => {
    const { price, customer, transaction } = await draft(1199);
    expect(price).toMatchObject({
      billingCycle: { interval: 'month', frequency: 1 },
      unitPrice: { amount: '1199', currencyCode: 'USD' },
      trialPeriod: null,
    });
    expect(price.id).toMatch(/^pri_[a-z\d]{26}$/);
    expect(transaction).toMatchObject({
      status: 'draft',
      customerId: customer.id,
      customData: { orderId: 'o-1' },
      origin: 'api',
      collectionMode: 'automatic',
    });
    expect(transaction.details?.totals).toMatchObject({ subtotal: '1199', tax: '0', grandTotal: '1199' });
    expect(transaction.details?.lineItems[0]).toMatchObject({ priceId: price.id, quantity: 1, taxRate: '0' });
    expect(transaction.checkout?.url).toContain(transaction.id);
    const again = await world.paddle.transactions.get(transaction.id, { include: ['customer'] });
    expect(again.customer?.email).toBe('ada@example.com');
  });

  test('finds a customer by email and refuses a second one', async () => {
    const first = await world.paddle.customers.create({ email: 'ada+1@example.com', name: 'Ada' });
    const found = await world.paddle.customers.list({ email: ['ADA+1@example.com'] }).next();
    expect(found.map((customer) => customer.id)).toEqual([first.id]);
    const error = await refusal(world.paddle.customers.create({ email: 'Ada+1@example.com' }));
    expect(error).toMatchObject({ code: 'customer_already_exists', type: 'request_error' });
    expect(error.detail).toBe(`customer email conflicts with customer of id ${first.id}`);
  });

  test('follows pages to the end', async () => {
    for (let index = 0; index < 5; index += 1) {
      await world.paddle.customers.create({ email: `c${index}@example.com` });
    }
    const seen: string[] = [];
    for await (const customer of world.paddle.customers.list({ perPage: 2 })) seen.push(customer.email);
    expect(seen).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'].map((name) => `${name}@example.com`));
  });

  test('names an unknown price, a missing field and an unknown id as Paddle does', async () => {
    const unknown = `pri_${'0'.repeat(26)}`;
    expect(
      await refusal(world.paddle.transactions.create({ items: [{ priceId: unknown, quantity: 1 }] })),
    ).toMatchObject({
      code: 'transaction_price_not_found',
      detail: `One or more provided price_ids could not be found, provided: ${unknown}`,
    });
    const invalid = await refusal(world.paddle.transactions.create({ items: [] }));
    expect(invalid.code).toBe('invalid_field');
    expect(invalid.errors).toEqual([{ field: 'items', message: 'must be provided as part of the request' }]);
    expect((await refusal(world.paddle.transactions.get('txn_1'))).code).toBe('not_found');
  });

  test('refuses a missing, malformed or wrong key with 403', async () => {
    const bodies: unknown[] = [];
    for (const authorization of ['', 'Basic abc', 'Bearer wrong']) {
      const reply = await fetch(`${world.sandbox.url}/paddle/products`, { headers: { authorization } });
      expect(reply.status).toBe(403);
      bodies.push(await reply.json());
    }
    expect(bodies).toMatchObject([
      { error: { type: 'request_error', code: 'authentication_missing' } },
      { error: { code: 'authentication_malformed' } },
      { error: { code: 'invalid_token' }, meta: { request_id: expect.any(String) as string } },
    ]);
    const other = sdkFor(world.sandbox.url, 'other');
    expect((await refusal(other.products.list().next())).code).toBe('invalid_token');
  });

  test('takes an inline discount and a price of its own', async () => {
    const product = await world.paddle.products.create({ name: 'Residential data', taxCategory: 'saas' });
    const transaction = await world.paddle.transactions.create({
      items: [
        {
          quantity: 40,
          price: {
            productId: product.id,
            description: '1 GB',
            unitPrice: { amount: '100', currencyCode: 'USD' },
            quantity: { minimum: 1, maximum: 1000 },
          },
        },
      ],
      discount: { type: 'percentage', amount: '25', description: 'Coupon' },
    });
    expect(transaction.details?.totals).toMatchObject({
      subtotal: '4000',
      discount: '1000',
      grandTotal: '3000',
    });
  });
});

describe('paying at the checkout', () => {
  test('completes the transaction, starts an active subscription and tells so in signed webhooks', async () => {
    const { transaction, customer } = await draft(1199);
    expect(await world.pay(transaction.id)).toMatchObject({ kind: 'completed' });
    await arrived('transaction.completed');
    expect(types()).toEqual([
      'customer.created',
      'transaction.created',
      'address.created',
      'transaction.updated',
      'transaction.ready',
      'transaction.updated',
      'transaction.paid',
      'subscription.created',
      'subscription.activated',
      'transaction.updated',
      'transaction.updated',
      'transaction.completed',
    ]);
    for (const { body, signature, event } of world.hook.received) {
      const parsed = await world.paddle.webhooks.unmarshal(body, SECRET, signature);
      expect(parsed.eventId).toBe(event.event_id);
    }
    const paid = await world.paddle.transactions.get(transaction.id);
    expect(paid).toMatchObject({ status: 'completed', invoiceNumber: expect.any(String) as string });
    expect(paid.details?.totals).toMatchObject({ grandTotal: '1199', balance: '0' });
    expect(paid.payments[0]).toMatchObject({ status: 'captured', amount: '1199' });
    expect(paid.payments[0]?.methodDetails?.card).toMatchObject({ type: 'visa', last4: '4242' });
    const subscription = await world.paddle.subscriptions.get(paid.subscriptionId ?? '');
    expect(subscription).toMatchObject({ status: 'active', customerId: customer.id, scheduledChange: null });
    expect(subscription.customData).toEqual({ orderId: 'o-1' });
    expect(subscription.nextBilledAt).toBe(subscription.currentBillingPeriod?.endsAt);
    const created = world.hook.received.find((each) => each.event.event_type === 'subscription.created');
    expect(created?.event.data).toMatchObject({ transaction_id: transaction.id });
    expect(created?.event.data).not.toHaveProperty('management_urls');
  });

  test('a trial costs nothing now and starts a trialing subscription', async () => {
    const { transaction } = await draft(1199, 3);
    expect(transaction.details?.totals?.grandTotal).toBe('0');
    await world.pay(transaction.id);
    await arrived('transaction.completed');
    expect(types()).toContain('subscription.trialing');
    const [subscription] = await world.paddle.subscriptions.list().next();
    expect(subscription).toMatchObject({ status: 'trialing', firstBilledAt: null });
    const item = subscription?.items[0];
    expect(item?.trialDates?.endsAt).toBe(subscription?.nextBilledAt);
    const paid = await world.paddle.transactions.get(transaction.id);
    expect(paid.details?.totals).toMatchObject({ grandTotal: '0', earnings: '0' });
  });

  test('a declined card changes nothing but the list of attempts, and another card may follow', async () => {
    const { transaction } = await draft(1199);
    expect(await world.pay(transaction.id, '4000 0000 0000 0002')).toMatchObject({ kind: 'declined' });
    await arrived('transaction.payment_failed');
    const failed = await world.paddle.transactions.get(transaction.id);
    expect(failed).toMatchObject({ status: 'ready', subscriptionId: null });
    expect(failed.payments[0]).toMatchObject({ status: 'error', errorCode: 'declined' });
    expect(await world.pay(transaction.id)).toMatchObject({ kind: 'completed' });
    expect((await world.paddle.transactions.get(transaction.id)).payments).toHaveLength(2);
  });

  test.each([
    [true, 'completed', 'completed'],
    [false, 'declined', 'ready'],
  ])('3-D Secure answered with %s ends %s', async (confirmed, kind, status) => {
    const { transaction } = await draft(1199);
    const asked = await world.pay(transaction.id, '4000003800000446');
    expect(asked.kind).toBe('challenge');
    expect((await world.paddle.transactions.get(transaction.id)).payments[0]?.status).toBe('action_required');
    const answer = await world.json('POST', `/paddle/checkout/${transaction.id}/authenticate`, {
      attempt_id: asked.attempt_id,
      confirmed,
    });
    expect(answer).toMatchObject({ kind });
    expect((await world.paddle.transactions.get(transaction.id)).status).toBe(status);
  });

  test('paying twice has one effect', async () => {
    const { transaction } = await draft(1199);
    await Promise.all([world.pay(transaction.id), world.pay(transaction.id), world.pay(transaction.id)]);
    await arrived('transaction.completed');
    expect(await world.paddle.subscriptions.list().next()).toHaveLength(1);
    expect((await world.paddle.transactions.get(transaction.id)).payments).toHaveLength(1);
  });

  test('says which field is wrong and takes no other card than the test cards', async () => {
    const { transaction } = await draft(1199);
    expect(await world.pay(transaction.id, '4111111111111111')).toMatchObject({
      kind: 'invalid',
      problem: { number: expect.stringContaining('test cards') as string, expiry: null },
    });
  });

  test('the page may be framed by loopback pages only', async () => {
    const { transaction } = await draft(1199);
    const reply = await fetch(`${world.sandbox.url}/paddle/checkout/${transaction.id}?mode=overlay`);
    expect(reply.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:*');
    expect(reply.headers.get('x-frame-options')).toBeNull();
    expect(await reply.text()).toContain('Pay $11.99');
  });
});
