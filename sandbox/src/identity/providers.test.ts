import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { SignInResult } from './index.ts';

const app = 'https://app.example';
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const verifier = 'a-code-verifier-that-is-long-enough-to-be-one-of-RFC-7636';
const challenge = createHash('sha256').update(verifier).digest('base64url');

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    stateFile: null,
    paddle: { apiKey: 'key', webhookUrl: 'http://127.0.0.1:1', webhookSecret: 'secret' },
    identity: (url) => ({
      appName: 'App',
      url,
      google: { clientId: 'g-app', clientSecret: 'g-secret', redirectUri: `${app}/google` },
      apple: {
        clientId: 'a-app',
        teamId: 'TEAM',
        keyId: 'KEY',
        publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        redirectUri: `${app}/apple`,
      },
      facebook: { appId: 'f-app', appSecret: 'f-secret', redirectUri: `${app}/facebook` },
    }),
  });
});
afterAll(() => sandbox.close());

async function signIn(address: string, choice: object): Promise<SignInResult> {
  const response = await fetch(`${sandbox.url}/control/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, ...choice }),
  });
  return (await response.json()) as SignInResult;
}

function address(path: string, query: Record<string, string>): string {
  return `${sandbox.url}${path}?${new URLSearchParams({ response_type: 'code', state: 's', ...query }).toString()}`;
}

async function exchange(path: string, form: Record<string, string>) {
  const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const claimsOf = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('Google', () => {
  const authorization = () =>
    address('/google/o/oauth2/v2/auth', {
      client_id: 'g-app',
      redirect_uri: `${app}/google`,
      scope: 'openid email',
      prompt: 'select_account',
      nonce: 'n',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
  const redeem = (code: string, more: Record<string, string> = {}) =>
    exchange('/google/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${app}/google`,
      client_id: 'g-app',
      client_secret: 'g-secret',
      code_verifier: verifier,
      ...more,
    });
  const codeFor = async (choice: object) => {
    const back = await signIn(authorization(), choice);
    return new URL(back.kind === 'get' ? back.url : 'https://none.example').searchParams.get('code') ?? '';
  };

  test('issues a single-use code and an ID token with the address and its verification', async () => {
    const code = await codeFor({ email: 'ada@example.org', verified: false });
    const { body } = await redeem(code);
    const claims = claimsOf(body['id_token']);
    expect(claims).toMatchObject({
      aud: 'g-app',
      nonce: 'n',
      email: 'ada@example.org',
      email_verified: false,
    });
    expect((await redeem(code)).status).toBe(400);
    const again = await redeem(await codeFor({ email: 'ada@example.org' }));
    expect(claimsOf(again.body['id_token'])).toMatchObject({ sub: claims['sub'], email_verified: true });
  });

  test('rejects a wrong secret and a wrong code verifier', async () => {
    expect((await redeem(await codeFor({ email: 'a@b.example' }), { client_secret: 'no' })).status).toBe(401);
    const other = await redeem(await codeFor({ email: 'a@b.example' }), { code_verifier: 'x'.repeat(43) });
    expect(other.status).toBe(400);
  });

  test('reports a denial to the app', async () => {
    const back = await signIn(authorization(), { deny: true });
    expect(back).toMatchObject({ kind: 'get' });
    expect(new URL(back.kind === 'get' ? back.url : '').searchParams.get('error')).toBe('access_denied');
  });

  test('does not redirect to an unregistered URL', async () => {
    const foreign = authorization().replace('app.example', 'evil.example');
    expect(await signIn(foreign, { email: 'a@b.example' })).toMatchObject({ kind: 'refused', status: 400 });
  });
});

describe('Apple', () => {
  const authorization = (mode = 'form_post') =>
    address('/apple/auth/authorize', {
      client_id: 'a-app',
      redirect_uri: `${app}/apple`,
      scope: 'openid email name',
      response_mode: mode,
      nonce: 'n',
    });
  const secret = (change: object = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: 'TEAM', sub: 'a-app', aud: `${sandbox.url}/apple`, iat: now, exp: now + 60 };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const body = `${part({ alg: 'ES256', kid: 'KEY' })}.${part({ ...claims, ...change })}`;
    const signature = sign('sha256', Buffer.from(body), {
      key: keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${body}.${signature.toString('base64url')}`;
  };
  const redeem = (code: string, clientSecret: string) =>
    exchange('/apple/auth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${app}/apple`,
      client_id: 'a-app',
      client_secret: clientSecret,
    });
  const fieldsFor = async (choice: object) => {
    const back = await signIn(authorization(), choice);
    return back.kind === 'post' ? back.fields : {};
  };

  test('posts a form, sends the name once, and booleans as strings', async () => {
    const first = await fieldsFor({ email: 'ada.lovelace@example.org' });
    expect(JSON.parse(first['user'] ?? '{}')).toMatchObject({ name: { firstName: 'Ada' } });
    const { body } = await redeem(first['code'] ?? '', secret());
    expect(claimsOf(body['id_token'])).toMatchObject({ email_verified: 'true', nonce: 'n' });
    expect(await fieldsFor({ email: 'ada.lovelace@example.org' })).not.toHaveProperty('user');
  });

  test('issues a relay address for a person who hides theirs', async () => {
    const { code = '' } = await fieldsFor({ email: 'shy@example.org', hide_email: true });
    const { body } = await redeem(code, secret());
    expect(claimsOf(body['id_token'])).toMatchObject({
      email: expect.stringMatching(/@privaterelay\.appleid\.com$/) as unknown,
      is_private_email: 'true',
    });
  });

  test('accepts only a valid JWT of the app’s key for Apple as client secret', async () => {
    const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const body = secret().split('.').slice(0, 2).join('.');
    const forged = sign('sha256', Buffer.from(body), { key: foreignKey, dsaEncoding: 'ieee-p1363' });
    const wrong = [
      'no-jwt',
      `${body}.${forged.toString('base64url')}`,
      secret({ aud: 'https://elsewhere.example' }),
      secret({ iss: 'OTHER' }),
      secret({ exp: Math.floor(Date.now() / 1000) - 1 }),
      secret({ exp: Math.floor(Date.now() / 1000) + 20_000_000 }),
    ];
    for (const bad of wrong) {
      const { code = '' } = await fieldsFor({ email: 'ada.lovelace@example.org' });
      expect((await redeem(code, bad)).status).toBe(401);
    }
  });

  test('requires form_post for an address, and has its own error code for a denial', async () => {
    expect(await signIn(authorization('query'), { email: 'a@b.example' })).toMatchObject({ status: 400 });
    expect(await fieldsFor({ deny: true })).toMatchObject({ error: 'user_cancelled_authorize', state: 's' });
  });
});

describe('Facebook', () => {
  const authorization = () =>
    address('/facebook/v25.0/dialog/oauth', {
      client_id: 'f-app',
      redirect_uri: `${app}/facebook`,
      scope: 'email',
    });
  const tokenFor = async (choice: object) => {
    const back = await signIn(authorization(), choice);
    const code = new URL(back.kind === 'get' ? back.url : '').searchParams.get('code') ?? '';
    const { body } = await exchange('/facebook/graph/v25.0/oauth/access_token', {
      client_id: 'f-app',
      client_secret: 'f-secret',
      redirect_uri: `${app}/facebook`,
      code,
    });
    return body['access_token'] ?? '';
  };
  const me = async (token: string, proof: string) => {
    const query = new URLSearchParams({ access_token: token, appsecret_proof: proof, fields: 'id,email' });
    const response = await fetch(`${sandbox.url}/facebook/graph/v25.0/me?${query.toString()}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const proofOf = (token: string) => createHmac('sha256', 'f-secret').update(token).digest('hex');

  test('returns id and address for a proof of the app secret, and omits missing fields', async () => {
    const token = await tokenFor({ email: 'ada@example.org' });
    expect((await me(token, proofOf(token))).body).toMatchObject({ email: 'ada@example.org' });
    expect((await me(token, proofOf('another'))).status).toBe(400);
    const nameless = await tokenFor({});
    expect(Object.keys((await me(nameless, proofOf(nameless))).body)).toEqual(['id']);
  });

  test('reports a denial to the app', async () => {
    const back = await signIn(authorization(), { deny: true });
    const { searchParams } = new URL(back.kind === 'get' ? back.url : '');
    expect(Object.fromEntries(searchParams)).toMatchObject({ error_reason: 'user_denied', state: 's' });
  });
});
