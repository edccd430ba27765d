import { type Clock, unixSeconds } from '@comet/foundation';
import { createFacebook, type FacebookSettings } from './facebook.ts';
import type { IdentityProviders, IdentityProvider } from './identity-provider.ts';
import { ClientSecretPost } from 'openid-client';
import { createOpenIdProvider } from './openid.ts';
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';

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
 * https://developer.apple.com/documentation/signinwithapplerestapi. The client secret is a token that is minted for each call, and the
 * answer with an address in it is always posted as a form.
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
      // Apple compares the times in it with the real ones.
      body.set('client_secret', mintClientSecret(settings, key, new Date()));
    },
    parameters: { response_mode: 'form_post' },
  });
}

/** Apple's keys sign by ES256, so they are on P-256. */
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

/** What is known of each provider; null for one that is not set up, and then not offered. */
export interface SocialSettings {
  readonly google: GoogleSettings | null;
  readonly apple: AppleSettings | null;
  readonly facebook: FacebookSettings | null;
}

/** The providers that are set up. Answers come to the dashboard, Apple's form first to the API. */
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
    // Lets users of a shared browser, or of several accounts, choose one.
    parameters: { prompt: 'select_account' },
  });
}
