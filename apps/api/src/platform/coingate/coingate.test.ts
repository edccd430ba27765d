import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createCoingate } from './coingate.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface RecordedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

const requests: RecordedRequest[] = [];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A fake CoinGate with one constant response. */
async function respondWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  requests.length = 0;
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const { method, url } = request;
      const form = Object.fromEntries(new URLSearchParams(text));
      requests.push({ method, url, authorization: request.headers.authorization, form });
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return createCoingate({ apiUrl: `http://127.0.0.1:${port}/v2`, apiToken: 'secret' });
}

/** The example of https://developer.coingate.com/reference/get-order. */
const order = {
  id: 1195863,
  status: 'paid',
  title: 'Comet VPN',
  price_currency: 'USD',
  price_amount: '60.48',
  pay_currency: 'BTC',
  pay_amount: '0.001',
  created_at: '2026-11-21T12:00:00+00:00',
  paid_at: '2026-11-21T12:10:00+00:00',
  order_id: 'ours',
  payment_url: 'https://pay.coingate.com/invoice/4949cf0a',
  underpaid_amount: '0',
  overpaid_amount: '0',
};

test('creates an order with the token and reads amounts to the cent', async () => {
  const coingate = await respondWith(200, order);
  expect(await coingate.order('1195863')).toEqual({
    ok: true,
    value: {
      id: '1195863',
      status: 'paid',
      priceAmount: 6048,
      priceCurrency: 'USD',
      paymentUrl: 'https://pay.coingate.com/invoice/4949cf0a',
      createdAt: new Date('2026-11-21T12:00:00Z'),
      paidAt: new Date('2026-11-21T12:10:00Z'),
      isUnderpaid: false,
      overpaid: null,
    },
  });
  expect(requests).toMatchObject([
    { method: 'GET', url: '/v2/orders/1195863', authorization: 'Token secret' },
  ]);
});

test('sends a decimal price and our own token with a new order', async () => {
  const coingate = await respondWith(200, { ...order, status: 'new', paid_at: undefined });
  const made = await coingate.createOrder({
    orderId: 'ours',
    title: 'Comet VPN',
    amount: 6048,
    currency: 'USD',
    token: 'a-token',
    callbackUrl: 'https://api.example/callback',
    successUrl: 'https://dashboard.example/after',
    cancelUrl: 'https://dashboard.example/after',
  });
  expect(made).toMatchObject({ ok: true, value: { status: 'new', paidAt: null } });
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/v2/orders',
    form: { order_id: 'ours', price_amount: '60.48', price_currency: 'USD', token: 'a-token' },
  });
});

test('reports an overpayment in its coin', async () => {
  const coingate = await respondWith(200, { ...order, overpaid_amount: '0.0001' });
  expect(await coingate.order('1')).toMatchObject({ ok: true, value: { overpaid: '0.0001 BTC' } });
});

test.each([
  [{ underpaid_amount: '0.0001', pay_amount: '0.001' }, true],
  [{ underpaid_amount: '0.001', pay_amount: '0.001' }, false],
  [{ underpaid_amount: 0.0001, pay_amount: 0.001 }, true],
  [{ underpaid_amount: null, pay_amount: null }, false],
])('%j is underpaid: %s', async (amounts, isUnderpaid) => {
  const coingate = await respondWith(200, { ...order, status: 'expired', ...amounts });
  expect(await coingate.order('1')).toMatchObject({ ok: true, value: { isUnderpaid } });
});

test.each([
  ['an unknown order', 404, {}, 'not_found'],
  ['a refusal', 422, { message: 'Order is not valid' }, 'refused'],
  ['too many requests', 429, {}, 'unavailable'],
  ['a server error', 503, {}, 'unavailable'],
  ['a page instead of JSON', 200, '<html>', 'unavailable'],
  ['an unknown status', 200, { ...order, status: 'dancing' }, 'unavailable'],
  ['an order without a price', 200, { ...order, price_amount: undefined }, 'unavailable'],
])('%s', async (_case, status, body, failure) => {
  const coingate = await respondWith(status, body);
  expect(await coingate.order('1')).toEqual({ ok: false, error: failure });
});

test('does not send the token to a redirect target', async () => {
  const coingate = await respondWith(302, {}, { location: 'http://127.0.0.1:1/elsewhere' });
  expect(await coingate.order('1')).toEqual({ ok: false, error: 'unavailable' });
  expect(requests).toHaveLength(1);
});

test('returns unavailable when the address refuses connections', async () => {
  const coingate = createCoingate({ apiUrl: 'http://127.0.0.1:1/v2', apiToken: 'secret' });
  expect(await coingate.order('1')).toEqual({ ok: false, error: 'unavailable' });
});

test('lists each payable coin once', async () => {
  const coin = (symbol: string, rest: object = {}) => ({
    symbol,
    title: symbol,
    kind: 'crypto',
    disabled: false,
    merchant: { price: false, pay: true, receive: false },
    ...rest,
  });
  const coingate = await respondWith(200, [
    coin('BTC'),
    coin('USDT'),
    coin('USDT'),
    coin('OLD', { disabled: true }),
    coin('EUR', { kind: 'fiat' }),
    coin('SHY', { merchant: { pay: false } }),
  ]);
  const listed = await coingate.currencies();
  expect(listed).toEqual({
    ok: true,
    value: [
      { symbol: 'BTC', title: 'BTC' },
      { symbol: 'USDT', title: 'USDT' },
    ],
  });
});

test('lists the orders since a time, page by page', async () => {
  const coingate = await respondWith(200, {
    ...{ current_page: 1, per_page: 100, total_orders: 101, total_pages: 2 },
    orders: [{ ...order, ledger_transactions: [] }],
  });
  const listed = await coingate.ordersSince(new Date('2026-11-21T11:00:00.000Z'));
  expect(listed.ok && listed.value.map(({ id, status }) => [id, status])).toEqual([
    ['1195863', 'paid'],
    ['1195863', 'paid'],
  ]);
  const from = 'sort=created_at_asc&created_at%5Bfrom%5D=2026-11-21T11%3A00%3A00.000Z';
  expect(requests.map(({ url }) => url)).toEqual([
    `/v2/orders?per_page=100&page=1&${from}`,
    `/v2/orders?per_page=100&page=2&${from}`,
  ]);
});
