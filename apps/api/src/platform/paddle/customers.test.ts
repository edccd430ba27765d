import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomers } from './customers.ts';
import { openPaddle } from './paddle-call.ts';

const requests: { method: string; url: string; body: unknown }[] = [];
let reply: { status: number; body: object };
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      requests.push({ method: request.method ?? '', url: request.url ?? '', body });
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

function change() {
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createCustomers(openPaddle({ apiUrl, apiKey: 'key' })).changeEmail('ctm_1', 'ada@mail.example');
}

const refusal = (code: string, type = 'request_error') => ({
  error: { type, code, detail: 'x', documentation_url: 'x' },
  meta: { request_id: 'x' },
});

test('sets the new address of a customer', async () => {
  reply = { status: 200, body: { data: { id: 'ctm_1', email: 'ada@mail.example' }, meta: {} } };
  expect(await change()).toEqual({ ok: true, value: 'changed' });
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { email: 'ada@mail.example' } });
  expect(requests.at(-1)?.url).toMatch(/^\/customers\/ctm_1/);
});

test('distinguishes an address of another customer from a failure', async () => {
  reply = { status: 409, body: refusal('customer_already_exists') };
  expect(await change()).toEqual({ ok: true, value: 'taken' });
  reply = { status: 500, body: refusal('internal_error', 'api_error') };
  expect(await change()).toEqual({ ok: false, error: 'payment_unavailable' });
});
