import { createPrivateKey, type KeyObject, sign, createHmac } from 'node:crypto';
import { type Clock, unixSeconds, err, ok, type Result } from '@comet/foundation';
import { ClientSecretPost } from 'openid-client';
import * as z from 'zod/mini';
import {
  emailClaim,
  type IdentityProviders,
  type IdentityProvider,
  failureOfResponse,
  type ProviderFailure,
} from './identity-provider.ts';
import { createOpenIdProvider } from './openid.ts';

interface FacebookSettings {
  /** The consent page with its version: `https://www.facebook.com/v25.0/dialog/oauth`. */
  readonly dialogUrl: string;
  /** `https://graph.facebook.com/v25.0`. */
  readonly graphUrl: string;
  readonly appId: string;
  readonly appSecret: string;
}

const timeoutMs = 10_000;
const tokenReply = z.object({ access_token: z.string().check(z.minLength(1)) });
const meReply = z.object({ id: z.string().check(z.minLength(1)), email: z.optional(z.string()) });

/**
 * Facebook Login is OAuth 2 without OpenID Connect: the owner of a token is queried from Graph, with a proof of the app's secret. A profile
 * may have no address, and an address is never marked as verified.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
function createFacebook(
  settings: FacebookSettings,
  { redirectUri }: { readonly redirectUri: string },
): IdentityProvider {
  const { appId, appSecret, graphUrl } = settings;
  return {
    authorizationUrl({ state }) {
      const url = new URL(settings.dialogUrl);
      const parameters = {
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'email',
        state,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return Promise.resolve(ok(url.href));
    },
    async profile(reply) {
      if (reply.error !== undefined) return err(failureOfResponse(reply.error));
      if (reply.code === undefined) return err('failed');
      const redeemed = await fetchJson(tokenReply, `${graphUrl}/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: appId,
          client_secret: appSecret,
          redirect_uri: redirectUri,
          code: reply.code,
        }),
      });
      if (!redeemed.ok) return redeemed;
      const token = redeemed.value.access_token;
      const me = await fetchJson(meReply, `${graphUrl}/me?${meQuery(token, appSecret)}`, {});
      if (!me.ok) return me;
      const { id, email } = me.value;
      return ok({
        issuer: new URL(settings.dialogUrl).origin,
        subject: id,
        email: emailClaim(email),
        emailVerified: false,
      });
    },
  };
}

/** https://developers.facebook.com/docs/graph-api/securing-requests */
function meQuery(token: string, appSecret: string): string {
  const proof = createHmac('sha256', appSecret).update(token).digest('hex');
  const query = { fields: 'id,email', access_token: token, appsecret_proof: proof };
  return new URLSearchParams(query).toString();
}

/** One call of Graph. An unexpected response fails; server and network errors are temporary. */
async function fetchJson<T>(
  schema: z.ZodMiniType<T>,
  url: string,
  init: RequestInit,
): Promise<Result<T, ProviderFailure>> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (response.status >= 500) return err('unavailable');
    if (!response.ok) return err('failed');
    const parsed = schema.safeParse(await response.json());
    return parsed.success ? ok(parsed.data) : err('failed');
  } catch (error) {
    return err(error instanceof SyntaxError ? 'failed' : 'unavailable');
  }
}

interface AppleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8, PEM: the contents of the .p8 file. */
  readonly privateKey: string;
}

const lifetimeSeconds = 300;

/**
 * https://developer.apple.com/documentation/signinwithapplerestapi. The client secret is a token created for each call. Apple always
 * posts a response with an email address as a form.
 */
function createApple(
  settings: AppleSettings,
  parts: { readonly redirectUri: string; readonly clock: Clock },
): IdentityProvider {
  const key = keyOf(settings.privateKey);
  return createOpenIdProvider({
    ...parts,
    issuer: settings.issuer,
    clientId: settings.clientId,
    authentication: (_server, client, body) => {
      body.set('client_id', client.client_id);
      // Apple compares its times with the real time, so the machine's clock is used.
      body.set('client_secret', mintClientSecret(settings, key, new Date()));
    },
    parameters: { response_mode: 'form_post' },
  });
}

/** Apple's keys are for ES256, so they must be on P-256. */
function keyOf(pem: string): KeyObject {
  const key = (() => {
    try {
      return createPrivateKey(pem);
    } catch {
      return null;
    }
  })();
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error(
      'APPLE_PRIVATE_KEY is not the contents of a .p8 file: a private key on P-256 in PKCS #8, PEM.',
    );
  return key;
}

/** A JSON Web Token (RFC 7519) signed with ES256 (RFC 7518 §3.4). */
function mintClientSecret(settings: AppleSettings, key: KeyObject, now: Date): string {
  const issuedAt = unixSeconds(now);
  const claims = {
    iss: settings.teamId,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    aud: settings.issuer,
    sub: settings.clientId,
  };
  const content = [{ alg: 'ES256', kid: settings.keyId }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

/** Settings of each provider; null for one that is not configured, and then not offered. */
export interface SocialSettings {
  readonly google: GoogleSettings | null;
  readonly apple: AppleSettings | null;
  readonly facebook: FacebookSettings | null;
}

/** Creates the configured providers. Responses go to the dashboard, Apple's form first to the API. */
export function createIdentityProviders(
  { google, apple, facebook }: SocialSettings,
  parts: { readonly dashboardUrl: string; readonly publicUrl: string; readonly clock: Clock },
): IdentityProviders {
  const { dashboardUrl, publicUrl, clock } = parts;
  const appleUri = `${publicUrl}/api/v1/users/social-network-callback/apple`;
  const callback = (provider: string) => `${dashboardUrl}/login/${provider}/callback`;
  return {
    ...(google === null ? {} : { google: createGoogle(google, { redirectUri: callback('google'), clock }) }),
    ...(apple === null ? {} : { apple: createApple(apple, { redirectUri: appleUri, clock }) }),
    ...(facebook === null
      ? {}
      : { facebook: createFacebook(facebook, { redirectUri: callback('facebook') }) }),
  };
}

interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** https://developers.google.com/identity/openid-connect/openid-connect */
function createGoogle(
  settings: GoogleSettings,
  parts: { readonly redirectUri: string; readonly clock: Clock },
): IdentityProvider {
  return createOpenIdProvider({
    ...parts,
    issuer: settings.issuer,
    clientId: settings.clientId,
    authentication: ClientSecretPost(settings.clientSecret),
    // Shows the account chooser to users of a shared browser or of several accounts.
    parameters: { prompt: 'select_account' },
  });
}
