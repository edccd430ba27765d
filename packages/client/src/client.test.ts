import { api } from '@comet/contract';
import { expect, test } from 'vitest';
import { ApiError, checkReply, createClient, NetworkError } from './index.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A fetch that responds from a list and records requests. */
function respondWith(...responses: readonly (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    const response = responses[sent.length];
    sent.push({ url, init });
    if (response instanceof Error || response === undefined) throw response ?? new Error('asked too often');
    return response;
  }) as typeof globalThis.fetch;
  return { sent, fetch };
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const failure = (status: number) => json({ error: { code: 'internal_error', message: 'x' } }, status);

test('a call uses snake_case on the wire and camelCase in code', async () => {
  const { sent, fetch } = respondWith(json({ access_token: 't' }, 201));
  const client = createClient({
    baseUrl: 'https://api',
    fetch,
    token: () => 'abc',
    deviceId: () => 'device',
  });
  const reply = await client.call(api.pollDeviceAuthorization, { body: { deviceCode: 'c' } });
  expect(reply).toEqual({ accessToken: 't' });
  expect(sent[0]?.init.body).toBe('{"device_code":"c"}');
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer abc', 'app-identifier': 'device' });
});

test('parameters are escaped in the path, so that an id cannot leave it', async () => {
  const { sent, fetch } = respondWith(new Response(null, { status: 204 }));
  await createClient({ baseUrl: '', fetch }).call(api.removeDevice, {
    params: { id: '../users/current?x=' },
  });
  expect(sent[0]?.url).toBe('/api/v1/devices/..%2Fusers%2Fcurrent%3Fx%3D');
});

test('a read is repeated once after a transient failure, a write never', async () => {
  const read = respondWith(failure(503), json({ plans: [] }));
  expect(await createClient({ baseUrl: '', fetch: read.fetch }).call(api.listPlans, {})).toEqual({
    plans: [],
  });
  const twice = respondWith(new Error('down'), new Error('down'), json({ plans: [] }));
  await expect(createClient({ baseUrl: '', fetch: twice.fetch }).call(api.listPlans, {})).rejects.toThrow(
    NetworkError,
  );
  expect(twice.sent).toHaveLength(2);
  const write = respondWith(failure(503), json({}));
  await expect(createClient({ baseUrl: '', fetch: write.fetch }).call(api.logOut, {})).rejects.toThrow(
    ApiError,
  );
  expect(write.sent).toHaveLength(1);
});

test('a read is tried once if the caller retries', async () => {
  const { sent, fetch } = respondWith(failure(503), json({ plans: [] }));
  const client = createClient({ baseUrl: '', fetch, retriesReads: false });
  await expect(client.call(api.listPlans, {})).rejects.toThrow(ApiError);
  expect(sent).toHaveLength(1);
});

test('a failure contains code, rules and the delay before a retry', async () => {
  const body = {
    error: {
      code: 'validation_failed',
      message: 'a|b',
      data: { rules: ['email.email', 'password.required'] },
    },
  };
  const requestId = '0123456789abcdef0123456789abcdef';
  const { fetch } = respondWith(json(body, 422, { 'retry-after': '7', 'x-request-id': requestId }));
  const error = await createClient({ baseUrl: '', fetch })
    .call(api.logIn, { body: { email: '', password: '' } })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: 'validation_failed',
    rules: ['email.email', 'password.required'],
    retryAfter: 7,
    requestId,
  });
});

test.each([502, 503, 504])('the status %i of a proxy means that the API does not respond', async (status) => {
  const proxy = () => new Response('The API does not answer.', { status });
  const { fetch } = respondWith(proxy(), proxy());
  const error = await createClient({ baseUrl: '', fetch })
    .call(api.listPlans, {})
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ proxyStatus: status });
});

test('another response that is not the API’s results in its status without a text', async () => {
  const { fetch } = respondWith(
    new Response('<h1>Request blocked</h1>', { status: 403, statusText: 'Nope' }),
  );
  const error = await createClient({ baseUrl: '', fetch })
    .call(api.listPlans, {})
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 403, code: 'http_403', message: '' });
});

test('rejects a page instead of JSON', async () => {
  const { fetch } = respondWith(new Response('<h1>Sign in to this Wi-Fi</h1>'), new Response(''));
  await expect(createClient({ baseUrl: '', fetch }).call(api.listPlans, {})).rejects.toThrow(NetworkError);
});

test('rejects an invalid response if it has a check', async () => {
  const { fetch } = respondWith(json({ plans: 'all of them' }), json({ plans: 'all of them' }));
  const client = createClient({ baseUrl: '', fetch, check: checkReply });
  await expect(client.call(api.listPlans, {})).rejects.toThrow(NetworkError);
});

test('returns the bytes of a download, and rejects the page of a proxy', async () => {
  const file = (type: string) =>
    new Response(new Uint8Array([80, 75, 0, 255]), { headers: { 'content-type': type } });
  const { sent, fetch } = respondWith(file('application/zip'), file('text/html'), failure(429));
  const { call } = createClient({ baseUrl: '', fetch });
  const request = { body: { password: 'secret' } };
  expect(await call(api.exportData, request)).toEqual(new Uint8Array([80, 75, 0, 255]));
  expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"password":"secret"}' });
  await expect(call(api.exportData, request)).rejects.toThrow(NetworkError);
  await expect(call(api.exportData, request)).rejects.toThrow(ApiError);
});

test('a deletion sends its body and its key', async () => {
  const dates = { recoverable_until: '2026-11-26T00:00:00.000Z', removed_by: '2026-11-28T00:00:00.000Z' };
  const { sent, fetch } = respondWith(json(dates));
  const { call } = createClient({ baseUrl: '', fetch });
  const reply = await call(api.deleteAccount, { body: { password: 'secret' }, idempotencyKey: 'once' });
  expect(reply.removedBy).toBe(dates.removed_by);
  expect(sent[0]?.init).toMatchObject({
    method: 'DELETE',
    body: '{"password":"secret"}',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
  });
});
