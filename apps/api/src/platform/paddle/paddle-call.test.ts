import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckout } from './checkout.ts';
import { openPaddle } from './paddle-call.ts';

const requests: { url: string; authorization: string; body: unknown }[] = [];
let reply: { status: number; body: string };
let server: Server;
let apiUrl: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
      requests.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/paddle`;
});
afterAll(() => server.close());

const pay = () =>
  createCheckout(openPaddle({ apiUrl, apiKey: 'key' })).transaction({
    customerId: 'ctm_1',
    priceId: 'pri_1',
    quantity: 40,
    discountId: 'dsc_1',
    orderId: 'an-order',
  });
const failing = (type: string, code: string, errors?: { field: string; message: string }[]) =>
  JSON.stringify({
    error: { type, code, detail: 'x', documentation_url: 'x', errors },
    meta: { request_id: 'x' },
  });

test('the SDK accepts a URL as its environment and sends requests to it', async () => {
  reply = { status: 500, body: 'x' };
  await pay();
  expect(requests.at(-1)).toEqual({
    url: '/paddle/transactions?',
    authorization: 'bearer key',
    body: {
      items: [{ price_id: 'pri_1', quantity: 40 }],
      customer_id: 'ctm_1',
      discount_id: 'dsc_1',
      custom_data: { order_id: 'an-order' },
    },
  });
});

test.each([
  ['an HTML response of a proxy', 502, '<html>', 'payment_unavailable'],
  ['a server error of Paddle', 500, failing('api_error', 'internal_error'), 'payment_unavailable'],
  ['too many requests', 429, failing('request_error', 'too_many_requests'), 'payment_unavailable'],
  [
    'an unknown price',
    400,
    failing('request_error', 'invalid_field', [{ field: 'items.0.price_id', message: 'x' }]),
    'product_not_found',
  ],
  ['any other error', 403, failing('request_error', 'forbidden'), 'payment_not_started'],
] as const)('distinguishes %s', async (_what, status, body, error) => {
  reply = { status, body };
  expect(await pay()).toEqual({ ok: false, error });
});

test('reports Paddle as unavailable when the address refuses connections', async () => {
  const checkout = createCheckout(openPaddle({ apiUrl: 'http://127.0.0.1:1', apiKey: 'key' }));
  expect(await checkout.customer('a@example.com')).toEqual({ ok: false, error: 'payment_unavailable' });
});
