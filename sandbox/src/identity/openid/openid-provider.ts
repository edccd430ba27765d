import { randomBytes } from 'node:crypto';
import { type AccountClaims, type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { html } from '../../platform/html.ts';
import { page } from '../../platform/page.ts';
import type { ProviderAccounts, Fault, ProviderAccount } from '../provider-accounts.ts';
import type { SigningKey } from './signing-key.ts';
import { createStorage } from './storage.ts';

export interface OpenIdOptions {
  readonly name: 'google' | 'apple';
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUri: string };
  readonly accounts: ProviderAccounts;
  readonly key: SigningKey;
  /** Paths of the provider's endpoints below the issuer. */
  readonly routes: { readonly authorization: string; readonly token: string; readonly jwks: string };
  readonly requirePkce: boolean;
  /** Claims by scope. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  readonly claimsOf: (person: ProviderAccount) => Omit<AccountClaims, 'sub'>;
  /** Returns and clears the fault of the next token response, if any. */
  readonly takeFault: () => Fault | null;
}

const MINUTES = 60;

/** Creates an OpenID provider with one app, which shows the consent page at every sign-in (`ISSUER/consent/UID`). */
export function createOpenIdProvider(options: OpenIdOptions): Provider {
  const provider = new Provider(options.issuer, configurationOf(options));
  const session = `${options.name}_session`;
  provider.use(async (ctx, next) => {
    // Sessions are not kept, so that every sign-in shows the consent page.
    if (ctx.path === options.routes.authorization) forgetCookies(ctx.req.headers, session);
    const fault = ctx.path === options.routes.token ? options.takeFault() : null;
    if (fault === 'unavailable') {
      ctx.status = 503;
      ctx.body = 'Unavailable';
      return;
    }
    await next();
    const response = ctx.body as { id_token?: string } | undefined;
    if (fault !== null && response?.id_token !== undefined)
      ctx.body = { ...response, id_token: spoil(response.id_token, fault, options.key) };
  });
  return provider;
}

function forgetCookies(headers: { cookie?: string | undefined }, name: string): void {
  const kept = headers.cookie?.split(/;\s*/).filter((cookie) => !cookie.startsWith(name));
  if (kept !== undefined) headers.cookie = kept.join('; ');
}

function configurationOf(options: OpenIdOptions): Configuration {
  const { name, issuer, client, accounts, key, routes } = options;
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  return {
    adapter: createStorage(),
    jwks: { keys: [key.jwk] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    routes,
    scopes: ['openid', ...Object.keys(options.scopes)],
    claims: Object.fromEntries(Object.entries(options.scopes).map(([scope, claims]) => [scope, [...claims]])),
    // Google and Apple include the address in the ID token.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    pkce: { required: () => options.requirePkce },
    cookies: {
      keys: [randomBytes(16).toString('hex')],
      names: { session: `${name}_session`, interaction: `${name}_interaction`, resume: `${name}_resume` },
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: 60 * MINUTES,
      AuthorizationCode: 5 * MINUTES,
      IdToken: 10 * MINUTES,
      Interaction: 60 * MINUTES,
      Grant: 60 * MINUTES,
      Session: 60 * MINUTES,
    },
    interactions: { policy, url: (_ctx, interaction) => `${issuer}/consent/${interaction.uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session?.accountId,
        clientId: ctx.oidc.client?.clientId,
      });
      grant.addOIDCScope([...ctx.oidc.requestParamScopes].join(' '));
      await grant.save();
      return grant;
    },
    findAccount(_ctx, id) {
      const person = accounts.find(id);
      return person && { accountId: id, claims: () => ({ sub: id, ...options.claimsOf(person) }) };
    },
    renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = page({
        title: 'Refused',
        body: html`<header><h1>Refused</h1></header><main><p>${out.error}: ${out.error_description ?? ''}</p></main>`,
      }).html;
    },
  };
}

/** Returns an ID token with one fault that an app must detect. All faults but `signature` are correctly signed. */
function spoil(token: string, fault: Fault, key: SigningKey): string {
  switch (fault) {
    case 'nonce':
      return key.resign(token, (claims) => ({ ...claims, nonce: 'of-another-sign-in' }));
    case 'audience':
      return key.resign(token, (claims) => ({ ...claims, aud: 'another-app' }));
    case 'issuer':
      return key.resign(token, (claims) => ({ ...claims, iss: 'https://another-issuer.example' }));
    case 'expired':
      return key.resign(token, (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_000_600 }));
    case 'signature': {
      const [header = '', payload = ''] = token.split('.');
      return `${header}.${payload}.${Buffer.alloc(256, 7).toString('base64url')}`;
    }
    case 'unavailable':
      return token;
  }
}
