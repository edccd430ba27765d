import { connect } from 'node:net';
import { api, type Endpoint, errorBody } from '@comet/contract';
import { type Reply, send, type TestCredentials } from '@comet/testing';
import { expect } from 'vitest';
import type { ApiUnderTest, TestUser } from '../fixture/api-fixture.ts';

/**
 * Helpers for black-box tests. The tests of this folder have the numbers of OWASP's Application Security Verification Standard 5.0.0 and
 * use the API by HTTP only.
 */
export function codeOf(response: Reply): string {
  return (response.json as { error?: { code: string } } | null)?.error?.code ?? 'ok';
}

export function tokenOf(response: Reply): string {
  const { access_token: token } = response.json as { access_token?: string };
  if (token === undefined) throw new Error(`no access token in ${response.status} ${response.text}`);
  return token;
}

export async function isSignedIn(under: ApiUnderTest, speaker: TestCredentials): Promise<boolean> {
  return (await under.call(api.currentUser, {}, speaker)).status === 200;
}

/** Signs in again, in another browser. */
export async function signInElsewhere(
  under: ApiUnderTest,
  user: Pick<TestUser, 'email' | 'password'>,
  deviceId: string = crypto.randomUUID(),
): Promise<TestCredentials> {
  const { email, password } = user;
  return {
    token: tokenOf(await under.call(api.logIn, { body: { email, password } }, { deviceId })),
    deviceId,
  };
}

/** Calls an endpoint with only a token: authorisation is checked before anything else. */
export function attempt(
  under: ApiUnderTest,
  endpoint: Endpoint,
  speaker: TestCredentials,
  from = '10.8.0.1',
): Promise<Reply> {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000');
  const headers = {
    'x-forwarded-for': from,
    ...(speaker.token === undefined ? {} : { authorization: `Bearer ${speaker.token}` }),
    ...(speaker.deviceId === undefined ? {} : { 'app-identifier': speaker.deviceId }),
  };
  return send(under.baseUrl, { method: endpoint.method, path, headers });
}

export interface RawResponse {
  /** 0 if the connection was closed without a response. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** Whether the server closed the connection; false if it only sent no more data. */
  readonly isClosed: boolean;
}

/** Sends raw bytes, which may be invalid HTTP, and reads until the server closes or sends nothing for `silentMs`. */
export function sendRaw(baseUrl: string, bytes: string | Buffer, silentMs = 10_000): Promise<RawResponse> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(bytes));
    let received = '';
    const done = (isClosed: boolean) => {
      socket.destroy();
      const end = received.indexOf('\r\n\r\n');
      const head = end === -1 ? received : received.slice(0, end);
      const body = end === -1 ? '' : received.slice(end + 4);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body, isClosed });
    };
    socket.setTimeout(silentMs, () => done(false));
    socket.on('error', () => undefined).on('close', () => done(true));
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  });
}

/** Expects an error in the contract's format, without internal details. */
export function expectCleanRefusal(
  response: { readonly status: number; readonly text: string },
  what: string,
): void {
  expect({
    what,
    status: response.status,
    isRefusal: response.status >= 400 && response.status < 500,
  }).toEqual({
    what,
    status: response.status,
    isRefusal: true,
  });
  expect({ what, isErrorBody: errorBody.safeParse(JSON.parse(response.text)).success }).toEqual({
    what,
    isErrorBody: true,
  });
  expectNothingInside(response.text);
}

export function expectNothingInside(text: string): void {
  expect(text).not.toMatch(/node_modules|\bat .+:\d+:\d+|\/src\/|\.ts:\d/);
  // PostgreSQL's names are matched with a word boundary and letters: a random token may contain "pg_" anywhere.
  expect(text).not.toMatch(
    /\b(select|insert|update|delete)\b.+\b(from|into|set)\b|\bpg_(catalog|class|stat|temp|toast)|relation "|syntax error/i,
  );
}

/** The names of a path's parameters. */
export function parametersOf({ path }: Endpoint): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
