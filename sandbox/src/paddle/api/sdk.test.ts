import { ApiError } from '@paddle/paddle-node-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxForTest, sdkFor } from '../../../test/sandbox-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
beforeEach(async () => {
  context = await sandboxForTest();
});
afterEach(() => context.close());

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected Paddle's refusal, got ${String(error)}`);
  return error;
}

describe('the vendor SDK with the sandbox', () => {
  test('parses catalogue, customer and transaction in Paddle’s format', async () => {
    const { price, customer, transaction } = await context.draft(1199);
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
    const again = await context.paddle.transactions.get(transaction.id, { include: ['customer'] });
    expect(again.customer?.email).toBe('ada@example.com');
  });

  test('finds a customer by email and rejects a second one', async () => {
    const first = await context.paddle.customers.create({ email: 'ada+1@example.com', name: 'Ada' });
    const found = await context.paddle.customers.list({ email: ['ADA+1@example.com'] }).next();
    expect(found.map((customer) => customer.id)).toEqual([first.id]);
    const error = await refusal(context.paddle.customers.create({ email: 'Ada+1@example.com' }));
    expect(error).toMatchObject({ code: 'customer_already_exists', type: 'request_error' });
    expect(error.detail).toBe(`customer email conflicts with customer of id ${first.id}`);
  });

  test('follows pages to the end', async () => {
    for (let index = 0; index < 5; index += 1) {
      await context.paddle.customers.create({ email: `c${index}@example.com` });
    }
    const seen: string[] = [];
    for await (const customer of context.paddle.customers.list({ perPage: 2 })) seen.push(customer.email);
    expect(seen).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'].map((name) => `${name}@example.com`));
  });

  test('lists the transactions that changed since a time, and none outside of it', async () => {
    const { transaction } = await context.draft(1199);
    const list = async (limits: object) =>
      (await context.paddle.transactions.list(limits).next()).map(({ id }) => id);
    const at = transaction.updatedAt;
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect(await list({ 'updatedAt[GTE]': at, 'createdAt[LTE]': at })).toEqual([transaction.id]);
    expect(await list({ 'updatedAt[GTE]': after })).toEqual([]);
    expect(await list({ 'updatedAt[LT]': at })).toEqual([]);
    // It is not billed yet.
    expect(await list({ 'billedAt[LT]': after })).toEqual([]);
  });

  test('gets Paddle’s errors for an unknown price, a missing field and an unknown id', async () => {
    const unknown = `pri_${'0'.repeat(26)}`;
    expect(
      await refusal(context.paddle.transactions.create({ items: [{ priceId: unknown, quantity: 1 }] })),
    ).toMatchObject({
      code: 'transaction_price_not_found',
      detail: `One or more provided price_ids could not be found, provided: ${unknown}`,
    });
    const invalid = await refusal(context.paddle.transactions.create({ items: [] }));
    expect(invalid.code).toBe('invalid_field');
    expect(invalid.errors).toEqual([{ field: 'items', message: 'must be provided as part of the request' }]);
    expect((await refusal(context.paddle.transactions.get('txn_1'))).code).toBe('not_found');
  });

  test('gets 403 for a missing, malformed or wrong key', async () => {
    const bodies: unknown[] = [];
    for (const authorization of ['', 'Basic abc', 'Bearer wrong']) {
      const reply = await fetch(`${context.sandbox.url}/paddle/products`, { headers: { authorization } });
      expect(reply.status).toBe(403);
      bodies.push(await reply.json());
    }
    expect(bodies).toMatchObject([
      { error: { type: 'request_error', code: 'authentication_missing' } },
      { error: { code: 'authentication_malformed' } },
      { error: { code: 'invalid_token' }, meta: { request_id: expect.any(String) as string } },
    ]);
    const other = sdkFor(context.sandbox.url, 'other');
    expect((await refusal(other.products.list().next())).code).toBe('invalid_token');
  });

  test('accepts an inline discount and a non-catalogue price', async () => {
    const product = await context.paddle.products.create({ name: 'Residential data', taxCategory: 'saas' });
    const transaction = await context.paddle.transactions.create({
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
