import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { type Sandbox, startSandbox } from '@comet/sandbox';
import type { Reply, TestCredentials } from '@comet/testing';
import { type ApiUnderTest, startApi } from '../fixture/api-fixture.ts';

export type Provider = 'google' | 'apple' | 'facebook';
export const providers: readonly Provider[] = ['google', 'apple', 'facebook'];

/** A user's action on a provider's page. */
export interface Choice {
  readonly email?: string;
  readonly verified?: boolean;
  readonly deny?: true;
}

/** An API with sandbox providers, and the browser's requests to both. */
export interface SocialFixture {
  readonly under: ApiUnderTest;
  /** Begins a sign-in; returns the provider's URL. */
  depart(provider: Provider, browser: TestCredentials, more?: { redirect?: string }): Promise<string>;
  /** Completes the provider's pages, and returns the parameters of the callback. */
  signInAtProvider(address: string, choice: Choice): Promise<Record<string, string>>;
  /** Sends a provider's response to the API. */
  sendResponse(
    provider: Provider,
    response: Record<string, string>,
    browser: TestCredentials,
  ): Promise<Reply>;
  /** Runs a complete sign-in in one browser. */
  signIn(provider: Provider, choice: Choice, browser?: TestCredentials): Promise<Reply>;
  /** Sets a fault of the provider's next response to the API. */
  disturb(provider: Provider, fault: string): Promise<void>;
  stop(): Promise<void>;
}

const dashboard = 'https://dashboard.example';
const appleRelay = 'http://127.0.0.1:4800/api/v1/users/social-network-callback/apple';

export const newBrowser = (): TestCredentials & { readonly deviceId: string } => ({ deviceId: randomUUID() });

export async function startSocialFixture(): Promise<SocialFixture> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sandbox = await startProviders(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const { url } = sandbox;
  const under = await startApi({
    GOOGLE_ISSUER: `${url}/google`,
    GOOGLE_CLIENT_ID: 'google-app',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    APPLE_ISSUER: `${url}/apple`,
    APPLE_CLIENT_ID: 'apple-app',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    FACEBOOK_DIALOG_URL: `${url}/facebook/v25.0/dialog/oauth`,
    FACEBOOK_GRAPH_URL: `${url}/facebook/graph/v25.0`,
    FACEBOOK_APP_ID: 'facebook-app',
    FACEBOOK_APP_SECRET: 'facebook-secret',
  });
  const control = (path: string, body: object) =>
    fetch(`${url}/control/identity/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const fixture: SocialFixture = {
    under,
    async depart(provider, browser, more = {}) {
      const response = await under.call(api.startSocialSignIn, { body: { provider, ...more } }, browser);
      return (response.json as { url: string }).url;
    },
    async signInAtProvider(address, choice) {
      const back = (await (await control('sign-in', { address, ...choice })).json()) as Return;
      if (back.kind === 'get') return Object.fromEntries(new URL(back.url).searchParams);
      return relay(under, back);
    },
    sendResponse: (provider, response, browser) =>
      under.call(api.finishSocialSignIn, { query: { state: '', ...response, provider } }, browser),
    async signIn(provider, choice, browser = newBrowser()) {
      const response = await fixture.signInAtProvider(await fixture.depart(provider, browser), choice);
      return fixture.sendResponse(provider, response, browser);
    },
    async disturb(provider, fault) {
      await control('fault', { provider, fault });
    },
    async stop() {
      await under.stop();
      await sandbox.close();
    },
  };
  return fixture;
}

type Return =
  | { readonly kind: 'get'; readonly url: string }
  | { readonly kind: 'post'; readonly url: string; readonly fields: Record<string, string> };

/** Posts Apple's form like a browser and follows the redirect. */
async function relay(under: ApiUnderTest, back: Return & { kind: 'post' }): Promise<Record<string, string>> {
  if (back.url !== appleRelay) throw new Error(`Apple sends people to ${back.url}`);
  const response = await fetch(back.url.replace('http://127.0.0.1:4800', under.baseUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com' },
    body: new URLSearchParams(back.fields),
  });
  const next = new URL(response.headers.get('location') ?? 'https://nowhere.example');
  if (response.status !== 303 || `${next.origin}${next.pathname}` !== `${dashboard}/login/apple/callback`)
    throw new Error(`The relay answers ${response.status} to ${next.href}`);
  return Object.fromEntries(next.searchParams);
}

function startProviders(publicKey: string): Promise<Sandbox> {
  return startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    stateFile: null,
    paddle: { apiKey: 'none', webhookUrl: 'http://127.0.0.1:9/none', webhookSecret: 'none' },
    identity: (url) => ({
      appName: 'Comet VPN',
      url,
      google: {
        clientId: 'google-app',
        clientSecret: 'google-secret',
        redirectUri: `${dashboard}/login/google/callback`,
      },
      apple: { clientId: 'apple-app', teamId: 'TEAM', keyId: 'KEY', publicKey, redirectUri: appleRelay },
      facebook: {
        appId: 'facebook-app',
        appSecret: 'facebook-secret',
        redirectUri: `${dashboard}/login/facebook/callback`,
      },
    }),
  });
}
