import { type Clock, err, ok } from '@comet/foundation';
import * as openid from 'openid-client';
import {
  emailClaim,
  verifiedClaim,
  failureOfResponse,
  type IdentityProvider,
  type ProviderFailure,
} from './identity-provider.ts';

interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly authentication: openid.ClientAuth;
  readonly redirectUri: string;
  /** Authorisation parameters besides those that OpenID Connect requires. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

const timeoutSeconds = 10;
const discoveryLifetimeMs = 24 * 3600 * 1000;

/** An OpenID Connect provider: code with PKCE, state and nonce. https://openid.net/specs/openid-connect-core-1_0.html */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { redirectUri } = options;
  const discover = cachedDiscovery(options);
  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      try {
        const url = openid.buildAuthorizationUrl(await discover(), {
          scope: 'openid email',
          redirect_uri: redirectUri,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...options.parameters,
        });
        return ok(url.href);
      } catch {
        return err('unavailable');
      }
    },
    async profile(response, { state, nonce, codeVerifier }) {
      if (response.error !== undefined) return err(failureOfResponse(response.error));
      if (response.code === undefined) return err('failed');
      const received = new URL(redirectUri);
      received.searchParams.set('state', state);
      received.searchParams.set('code', response.code);
      if (response.iss !== undefined) received.searchParams.set('iss', response.iss);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      try {
        const config = await discover();
        const tokens = await openid.authorizationCodeGrant(config, received, {
          ...checks,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return err('failed');
        return ok({
          issuer: claims.iss,
          subject: claims.sub,
          email: emailClaim(claims['email']),
          emailVerified: verifiedClaim(claims['email_verified']),
        });
      } catch (error) {
        return err(failureOf(error));
      }
    },
  };
}

/** Fetches the provider's configuration once a day; concurrent calls share one request. A failure is not cached. */
function cachedDiscovery(options: OpenIdOptions): () => Promise<openid.Configuration> {
  let known: { config: Promise<openid.Configuration>; until: number } | null = null;
  return () => {
    const now = options.clock.now().getTime();
    if (known !== null && known.until > now) return known.config;
    const fetched = { config: discovery(options), until: now + discoveryLifetimeMs };
    known = fetched;
    fetched.config.catch(() => {
      if (known === fetched) known = null;
    });
    return fetched.config;
  };
}

function discovery(options: OpenIdOptions): Promise<openid.Configuration> {
  const issuer = new URL(options.issuer);
  // The settings permit plain HTTP for loopback addresses only.
  const insecure = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
  return openid.discovery(issuer, options.clientId, undefined, options.authentication, {
    timeout: timeoutSeconds,
    // The signature is verified although the token comes from the provider itself over TLS.
    execute: [...insecure, openid.enableNonRepudiationChecks],
  });
}

/** Returns whether a failed exchange may succeed later: a provider's response is final, its server errors are not. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof openid.ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'failed';
  if (!(error instanceof Error)) return 'failed';
  if (error.cause instanceof Response) return error.cause.status >= 500 ? 'unavailable' : 'failed';
  const code = 'code' in error ? error.code : undefined;
  const isLost =
    code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || (error instanceof TypeError && code === undefined);
  return isLost ? 'unavailable' : 'failed';
}
