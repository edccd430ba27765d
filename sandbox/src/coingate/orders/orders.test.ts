import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coingateForTest } from '../../../test/coingate-for-test.ts';

let context: Awaited<ReturnType<typeof coingateForTest>>;
beforeEach(async () => {
  context = await coingateForTest();
});
afterEach(() => context.close());

describe('an order', () => {
  test.each(['form', 'json'] as const)(
    'is created from a %s and returned in CoinGate’s format',
    async (as) => {
      const { status, body } = await context.call(
        'POST',
        '/orders',
        { order_id: 'ord-1', price_amount: '10', price_currency: 'USD', receive_currency: 'EUR' },
        { as },
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'new',
        order_id: 'ord-1',
        price_amount: '10.0',
        price_currency: 'USD',
        receive_currency: 'EUR',
        receive_amount: '0',
        underpaid_amount: '0',
        overpaid_amount: '0',
        is_refundable: false,
        refunds: [],
        do_not_convert: false,
      });
      expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
      expect(body.payment_url).toBe(`${context.sandbox.url}/coingate/invoice/${body.uuid}`);
      expect(body.token?.length).toBeGreaterThan(20);
      expect(body).not.toHaveProperty('expire_at');
      expect(await context.get(body.id)).toEqual(body);
    },
  );

  test('is rejected with all errors', async () => {
    const { status, body } = await context.call<{ reason: string; errors: string[] }>('POST', '/orders', {
      price_amount: 'much',
      price_currency: 'XYZ',
      callback_url: 'nowhere',
    });
    expect(status).toBe(422);
    expect(body.reason).toBe('OrderIsNotValid');
    expect(body.errors).toEqual([
      'Price is not a number',
      'Price currency is not supported',
      "Receive currency can't be blank",
      'Callback url is not valid',
    ]);
  });

  test.each(['', 'Token wrong', 'Basic abc'])('requires the token, not %j', async (token) => {
    const { status, body } = await context.call<{ reason: string }>('GET', '/orders', undefined, { token });
    expect([status, body.reason]).toEqual([401, 'BadCredentials']);
  });

  test('returns 404 for an unknown id', async () => {
    const { status, body } = await context.call<{ reason: string }>('GET', '/orders/7');
    expect([status, body.reason]).toEqual([404, 'RecordNotFound']);
  });

  test('is listed newest first, by status and by page', async () => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await context.order({ order_id: name })).id);
    await context.applyAction('b', 'pay');
    type List = { total_orders: number; total_pages: number; orders: { order_id: string }[] };
    const list = async (query: string) => (await context.call<List>('GET', `/orders?${query}`)).body;
    const names = ({ orders }: List) => orders.map((order) => order.order_id);
    expect(names(await list(''))).toEqual(['c', 'b', 'a']);
    expect(names(await list('sort=created_at_asc&per_page=2&page=2'))).toEqual(['c']);
    expect(names(await list('status=paid'))).toEqual(['b']);
    expect(await list('per_page=2')).toMatchObject({ total_orders: 3, total_pages: 2 });
    expect(names(await list('created_at[from]=2999-01-01'))).toEqual([]);
  });
});

test('more than seventy currencies are listed without authentication', async () => {
  type Currency = { symbol: string; kind: string; native: boolean; merchant: Record<string, boolean> };
  const list = async (query: string) =>
    (await context.call<Currency[]>('GET', `/currencies?${query}`, undefined, { token: '' })).body;
  const payable = await list('merchant_pay=true&enabled=true');
  expect(payable.length).toBeGreaterThan(70);
  expect(new Set(payable.map((currency) => currency.symbol)).size).toBe(payable.length);
  expect(payable.every((currency) => currency.kind === 'crypto' && currency.merchant['pay'])).toBe(true);
  expect((await list('kind=fiat')).map((currency) => currency.symbol)).toEqual(['USD', 'EUR', 'GBP']);
  expect((await list('symbol=btc'))[0]).toMatchObject({
    title: 'Bitcoin',
    native: true,
    disabled: false,
    merchant: { price: true, pay: true, receive: true },
    platforms: [{ title: 'Bitcoin', id_name: 'bitcoin' }],
  });
  expect((await list('symbol=LINK'))[0]?.native).toBe(false);
});
