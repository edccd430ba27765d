import type { Provider } from 'oidc-provider';
import { createOpenIdProvider, type OpenIdOptions } from '../openid/openid-provider.ts';

/** Registration of the app at Google. */
export interface GoogleApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Google as apps see it: https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogle(
  app: GoogleApp,
  parts: Pick<OpenIdOptions, 'issuer' | 'accounts' | 'key' | 'takeFault'>,
): Provider {
  return createOpenIdProvider({
    ...parts,
    name: 'google',
    client: { id: app.clientId, secret: app.clientSecret, redirectUri: app.redirectUri },
    routes: { authorization: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
    requirePkce: true,
    scopes: { email: ['email', 'email_verified'], profile: ['name'] },
    claimsOf: ({ email, emailVerified, name }) => ({
      email: email ?? undefined,
      email_verified: emailVerified,
      name,
    }),
  });
}
