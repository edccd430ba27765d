import { randomBytes } from 'node:crypto';
import { errors, type Provider } from 'oidc-provider';
import { createOpenIdProvider, type OpenIdOptions } from '../openid/openid-provider.ts';
import { type AppleApp, isClientSecret } from './client-secret.ts';

/**
 * Sign in with Apple as apps see it: the response is a cross-site form post, the client secret a JWT, booleans are strings, and the name is
 * sent once. https://developer.apple.com/documentation/signinwithapplerestapi
 */
export function createApple(
  app: AppleApp,
  parts: Pick<OpenIdOptions, 'issuer' | 'accounts' | 'key' | 'takeFault'>,
): Provider {
  const { issuer, accounts } = parts;
  const provider = createOpenIdProvider({
    ...parts,
    name: 'apple',
    client: { id: app.clientId, secret: randomBytes(32).toString('hex'), redirectUri: app.redirectUri },
    routes: { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
    requirePkce: false,
    scopes: { email: ['email', 'email_verified', 'is_private_email'], name: [] },
    claimsOf: ({ email, emailVerified, relay }) => ({
      email: relay ?? email ?? undefined,
      email_verified: String(emailVerified),
      ...(relay === null ? {} : { is_private_email: 'true' }),
    }),
  });
  const client = provider.Client.prototype as { compareClientSecret(actual: string): boolean };
  client.compareClientSecret = (actual) => isClientSecret(actual, app, issuer, new Date());

  provider.use((ctx, next) => {
    const { scope = '', response_mode: mode } = ctx.query;
    const asks = /\b(name|email)\b/.test(String(scope));
    if (ctx.path === '/auth/authorize' && asks && mode !== 'form_post') {
      ctx.status = 400;
      ctx.body = new errors.InvalidRequest(
        'response_mode must be form_post when name or email is requested',
      ).error_description;
      return undefined;
    }
    return next();
  });
  provider.on('authorization.success', (ctx, response = {}) => {
    const person = accounts.find(ctx.oidc.session?.accountId ?? '');
    if (person === undefined || person.nameTold || !ctx.oidc.requestParamScopes.has('name')) return;
    const [firstName = '', ...rest] = person.name.split(' ');
    const email = person.relay ?? person.email;
    response['user'] = JSON.stringify({ name: { firstName, lastName: rest.join(' ') }, email });
    accounts.recordNameSent(person);
  });
  return provider;
}
