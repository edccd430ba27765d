import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { coingateForTest } from '../../test/coingate-for-test.ts';

let world: Awaited<ReturnType<typeof coingateForTest>>;
beforeEach(async () => {
  world = await coingateForTest();
});
afterEach(() => world.close());

const minutes = (count: number) => world.json('POST', '/control/clock', { advance_seconds: count * 60 });

describe('an order', () => {
  test.each(['form', 'json'] as const)(
    'is made from a %s and read back as CoinGate writes it',
    async (as) => {
      const { status, body } = await world.call(
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
      expect(body.payment_url).toBe(`${world.sandbox.url}/coingate/invoice/${body.uuid}`);
      expect(body.token?.length).toBeGreaterThan(20);
      expect(body).not.toHaveProperty('expire_at');
      expect(await world.get(body.id)).toEqual(body);
    },
  );

  test('is refused with every mistake named', async () => {
    const { status, body } = await world.call<{ reason: string; errors: string[] }>('POST', '/orders', {
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

  test.each(['', 'Token wrong', 'Basic abc'])('is not for the token %j', async (token) => {
    const { status, body } = await world.call<{ reason: string }>('GET', '/orders', undefined, { token });
    expect([status, body.reason]).toEqual([401, 'BadCredentials']);
  });

  test('that does not exist is 404', async () => {
    const { status, body } = await world.call<{ reason: string }>('GET', '/orders/7');
    expect([status, body.reason]).toEqual([404, 'RecordNotFound']);
  });

  test('is listed newest first, by status and by page', async () => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await world.order({ order_id: name })).id);
    await world.act('b', 'pay');
    type List = { total_orders: number; total_pages: number; orders: { order_id: string }[] };
    const list = async (query: string) => (await world.call<List>('GET', `/orders?${query}`)).body;
    const names = ({ orders }: List) => orders.map((order) => order.order_id);
    expect(names(await list(''))).toEqual(['c', 'b', 'a']);
    expect(names(await list('sort=created_at_asc&per_page=2&page=2'))).toEqual(['c']);
    expect(names(await list('status=paid'))).toEqual(['b']);
    expect(await list('per_page=2')).toMatchObject({ total_orders: 3, total_pages: 2 });
    expect(names(await list('created_at[from]=2999-01-01'))).toEqual([]);
  });
});

describe('paying', () => {
  test('fixes the amount when the coin is chosen, and twenty minutes to pay it', async () => {
    const { id } = await world.order();
    const pending = await world.act(id, 'choose', { currency: 'USDT' });
    expect(pending).toMatchObject({ status: 'pending', pay_currency: 'USDT', pay_amount: '60.48' });
    expect(pending.underpaid_amount).toBe('60.48');
    expect(pending['platform']).toMatchObject({ id_name: 'tron' });
    await minutes(19);
    expect((await world.get(id)).status).toBe('pending');
    await minutes(1);
    expect((await world.get(id)).status).toBe('expired');
  });

  test('never asks for less than the price, whatever the coin', async () => {
    const { id } = await world.order({ price_amount: '11.99' });
    const { pay_amount: bitcoins } = await world.act(id, 'choose', { currency: 'BTC' });
    expect(Number(bitcoins) * 91_250).toBeGreaterThanOrEqual(11.99);
    expect(Number(bitcoins) * 91_250).toBeLessThan(11.992);
  });

  test('in full goes by confirming to paid, less one percent', async () => {
    const { id } = await world.order();
    await world.act(id, 'pay', { confirm: false });
    expect(await world.get(id)).toMatchObject({ status: 'confirming', receive_amount: '0' });
    const paid = await world.act(id, 'confirm');
    expect(paid).toMatchObject({
      status: 'paid',
      receive_amount: '59.8752',
      underpaid_amount: '0',
      is_refundable: true,
    });
    expect((await world.act(id, 'pay')).error).toContain('takes no more coins');
  });

  test('too little stays pending until the rest comes, or expires with what is missing', async () => {
    const [first, second] = [await world.order({ order_id: 'a' }), await world.order({ order_id: 'b' })];
    const under = await world.act(first.id, 'underpay', { currency: 'USDT' });
    expect(under).toMatchObject({ status: 'pending', underpaid_amount: '6.048' });
    expect((await world.act(first.id, 'pay')).status).toBe('paid');
    await world.act(second.id, 'underpay', { currency: 'USDT' });
    await minutes(21);
    expect(await world.get(second.id)).toMatchObject({
      status: 'expired',
      underpaid_amount: '6.048',
      receive_amount: '0',
      is_refundable: true,
    });
  });

  test('too much is paid, with the rest shown', async () => {
    const { id } = await world.order();
    expect(await world.act(id, 'overpay', { currency: 'USDT' })).toMatchObject({
      status: 'paid',
      pay_amount: '60.48',
      overpaid_amount: '6.048',
    });
  });

  test('after expiry is confirmed late, and never without a coin chosen in time', async () => {
    const { id } = await world.order();
    await world.act(id, 'choose', { currency: 'LTC' });
    await minutes(30);
    expect((await world.act(id, 'pay', { confirm: false })).status).toBe('expired');
    expect((await world.act(id, 'confirm')).status).toBe('paid');
    const unchosen = await world.order();
    await minutes(121);
    expect((await world.act(unchosen.id, 'pay')).error).toContain('no address');
  });

  test('can be canceled, and the blockchain can refuse', async () => {
    const [first, second] = [await world.order({ order_id: 'a' }), await world.order({ order_id: 'b' })];
    expect((await world.act(first.id, 'cancel')).status).toBe('canceled');
    await world.act(second.id, 'pay', { confirm: false });
    expect((await world.act(second.id, 'reject')).status).toBe('invalid');
    expect((await world.act(second.id, 'confirm')).error).toContain('nothing to be confirmed');
  });
});

test('a paid order is refunded in part and then in whole', async () => {
  const { id } = await world.order({ price_amount: '60' });
  const ask = (amount: string) =>
    world.call<{ id: number; status: string; refund_amount: string; errors: string[] }>(
      'POST',
      `/orders/${id}/refunds`,
      {
        amount,
        currency_id: '3',
        platform_id: '5',
        address: 'TXYZ',
        reason: 'Asked',
        email: 'ada@example.com',
        ledger_account_id: '01G130',
      },
    );
  expect((await ask('20')).status).toBe(422);
  await world.act(id, 'pay');
  const platform = (
    await world.call<{ platforms: { id: number }[] }[]>('GET', '/currencies?symbol=USDT')
  ).body[0]?.platforms.map((each) => each.id);
  expect(platform).toContain(5);
  const first = await ask('20');
  expect(first.body).toMatchObject({ status: 'pending', refund_amount: '20' });
  expect((await ask('41')).body.errors).toEqual(['Request amount is above what is left of the order']);
  const decide = (refund: number, verb: string) =>
    world.json('POST', `/control/coingate/orders/${id}/refunds/${refund}/${verb}`);
  await decide(first.body.id, 'approve');
  expect((await world.get(id)).status).toBe('partially_refunded');
  const second = await ask('40');
  await decide(second.body.id, 'reject');
  expect((await world.get(id)).status).toBe('partially_refunded');
  await decide((await ask('40')).body.id, 'approve');
  expect(await world.get(id)).toMatchObject({ status: 'refunded', is_refundable: false });
});

test('more than seventy currencies are published, and everybody may read them', async () => {
  type Currency = { symbol: string; kind: string; native: boolean; merchant: Record<string, boolean> };
  const list = async (query: string) =>
    (await world.call<Currency[]>('GET', `/currencies?${query}`, undefined, { token: '' })).body;
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
