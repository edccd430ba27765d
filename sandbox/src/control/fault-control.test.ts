import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coingateForTest } from '../../test/coingate-for-test.ts';
import { refusalCode } from '../../test/sandbox-for-test.ts';

let context: Awaited<ReturnType<typeof coingateForTest>>;
beforeEach(async () => {
  context = await coingateForTest();
});
afterEach(() => context.close());

const fault = (provider: string, body: object) =>
  context.json<{ error?: string }>('POST', `/control/${provider}/fault`, body);

describe("Paddle's next calls", () => {
  test.each([
    ['internal_error', 'internal_error'],
    ['forbidden', 'forbidden'],
  ])('fail with %s the requested number of times, then work again', async (kind, code) => {
    await fault('paddle', { kind, count: 2 });
    const list = () => context.paddle.products.list().next();
    expect(await refusalCode(list())).toBe(code);
    expect(await refusalCode(list())).toBe(code);
    expect(await list()).toEqual([]);
  });

  test('can return a proxy’s HTML page instead of JSON', async () => {
    await fault('paddle', { kind: 'unavailable' });
    expect(await refusalCode(context.paddle.products.list().next())).toMatch(/^no refusal: SyntaxError/);
    expect(await context.paddle.products.list().next()).toEqual([]);
  });

  test('can remain unanswered', async () => {
    await fault('paddle', { kind: 'timeout' });
    const call = fetch(`${context.sandbox.url}/paddle/products`, {
      headers: { authorization: 'Bearer pdl_sdbx_apikey_test' },
      signal: AbortSignal.timeout(300),
    });
    await expect(call).rejects.toThrow(/timeout/);
    expect(await context.paddle.products.list().next()).toEqual([]);
  });

  test('can reject prices as unknown, and fail on one path only', async () => {
    await fault('paddle', { kind: 'unknown_price' });
    const price = await context.sellMonthly(1199);
    const buy = () => context.paddle.transactions.create({ items: [{ priceId: price.id, quantity: 1 }] });
    expect(await refusalCode(buy())).toBe('transaction_price_not_found');
    expect((await buy()).status).toBe('draft');
    await fault('paddle', { kind: 'forbidden', path: '/transactions' });
    expect(await context.paddle.customers.list().next()).toEqual([]);
    expect(await refusalCode(buy())).toBe('forbidden');
  });

  test('can fail for one order only', async () => {
    const price = await context.sellMonthly(1199);
    const buy = (order: string) =>
      context.paddle.transactions.create({
        items: [{ priceId: price.id, quantity: 1 }],
        customData: { order_id: order },
      });
    await fault('paddle', { kind: 'forbidden', path: '/transactions', text: 'order-2' });
    expect((await buy('order-1')).status).toBe('draft');
    expect(await refusalCode(buy('order-2'))).toBe('forbidden');
    expect((await buy('order-2')).status).toBe('draft');
  });

  test('reject an unknown fault', async () => {
    expect((await fault('paddle', { kind: 'bored' })).error).toContain('Give kind');
    expect((await fault('paddle', { kind: 'forbidden', text: 1 })).error).toContain('path and text');
  });
});

test("CoinGate's next calls fail too", async () => {
  await fault('coingate', { kind: 'internal_error' });
  const { status, body } = await context.call<{ reason: string }>('GET', '/orders');
  expect([status, body.reason]).toEqual([500, 'InternalServerError']);
  await fault('coingate', { kind: 'forbidden', path: '/orders' });
  expect((await context.call('GET', '/currencies')).status).toBe(200);
  expect((await context.call('GET', '/orders')).status).toBe(403);
  expect((await context.call('GET', '/orders')).status).toBe(200);
});
