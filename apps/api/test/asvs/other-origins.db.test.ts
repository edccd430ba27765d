import { api } from '@comet/contract';
import { send } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';
import { sendRaw } from './black-box.ts';

let under: ApiUnderTest;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  user = await makeUser(under);
});
afterAll(() => under.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(under.baseUrl, { method, path, headers });
const dashboard = 'https://dashboard.example';

test('3.4.2: other origins get no CORS headers, and the dashboard’s is constant, never echoed', async () => {
  const origins = [
    'https://evil.example',
    'null',
    `${dashboard}.evil.example`,
    'http://dashboard.example',
    `${dashboard}:444`,
    'https://sub.dashboard.example',
  ];
  for (const origin of origins) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await get(api.listPlans.path, { origin }, method);
      expect({ origin, allowed: headers.get('access-control-allow-origin') }).toEqual({
        origin,
        allowed: null,
      });
    }
  }
  const { headers } = await get(api.listPlans.path, { origin: dashboard });
  expect(headers.get('access-control-allow-origin')).toBe(dashboard);
  expect(headers.get('vary')).toContain('origin');
});

test('3.5.2: a cross-origin request without a preflight changes nothing', async () => {
  const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
  for (const [name, endpoint] of Object.entries(api)) {
    if (endpoint.method === 'GET' || !('body' in endpoint)) continue;
    const path = endpoint.path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
    for (const type of simple) {
      const headers = {
        'content-type': type,
        authorization: `Bearer ${user.token}`,
        'app-identifier': user.deviceId,
      };
      const { status } = await send(under.baseUrl, { method: endpoint.method, path, headers, body: '{}' });
      expect({ name, type, refused: status === 415 || status === 401 }).toEqual({
        name,
        type,
        refused: true,
      });
    }
  }
});

test('3.7.2: the API never redirects to another site', async () => {
  const places = ['//evil.example', '/\\evil.example', '/%2f%2fevil.example', '/api/docs//evil.example/..'];
  for (const path of places) {
    const { head } = await sendRaw(
      under.baseUrl,
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect({ path, location: /\r\nlocation: (.*)/i.exec(head)?.[1] ?? null }).toEqual({
      path,
      location: null,
    });
  }
  const form = 'state=x&code=y&redirect=https://evil.example&user=%7B%22url%22%3A%22//evil.example%22%7D';
  const relayed = await sendRaw(
    under.baseUrl,
    `POST ${api.relayAppleResponse.path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
  );
  const location = /\r\nlocation: (.*)/i.exec(relayed.head)?.[1];
  expect(relayed.status).toBe(303);
  expect(new URL(location ?? '').origin).toBe(dashboard);
  const redirects = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/ok\\..',
    ' /x',
  ];
  for (const redirect of redirects) {
    const body = JSON.stringify({ provider: 'google', redirect });
    const headers = { 'content-type': 'application/json' };
    const response = await send(under.baseUrl, {
      method: 'POST',
      path: api.startSocialSignIn.path,
      headers,
      body,
    });
    expect({ redirect, status: response.status }).toEqual({ redirect, status: 422 });
  }
});
