import type { Result } from '@comet/foundation';
import type { SocialProvider } from '../database/schema.ts';
import * as z from 'zod/mini';

/** A provider's profile of a person. Issuer and subject together identify the person; the address is only for contact. */
export interface SocialProfile {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null where the provider supplied none. */
  readonly email: string | null;
  /** Whether the provider has verified that the mailbox is theirs. */
  readonly emailVerified: boolean;
}

/** The secrets of one sign-in. The state is sent to the provider; nonce and verifier prove that the response belongs to the sign-in. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The parameters of the callback URL. */
export interface ProviderResponse {
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** `denied`: the person refused. `failed`: the response is invalid. `unavailable`: retry later. */
export type ProviderFailure = 'denied' | 'failed' | 'unavailable';

/** A provider that people can sign in with. */
export interface IdentityProvider {
  /** Returns the URL of the provider's page, for one sign-in. */
  authorizationUrl(secrets: SignInSecrets): Promise<Result<string, 'unavailable'>>;
  /** Redeems a response, once. */
  profile(
    response: ProviderResponse,
    secrets: SignInSecrets,
  ): Promise<Result<SocialProfile, ProviderFailure>>;
}

/** The providers that are offered here. */
export type IdentityProviders = Readonly<Partial<Record<SocialProvider, IdentityProvider>>>;

/** Error codes for a cancelled sign-in, of Google and Facebook, and of Apple. */
const refusals: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

/** Returns the failure of an error response. */
export function failureOfResponse(error: string): ProviderFailure {
  if (refusals.has(error)) return 'denied';
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'unavailable' : 'failed';
}

const address = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** Returns the email address of a claim; null for one that is missing or invalid by our own rules. */
export function emailClaim(claim: unknown): string | null {
  const parsed = address.safeParse(claim);
  return parsed.success ? parsed.data : null;
}

/** `email_verified`: true, or the string "true", which Apple sends. */
export function verifiedClaim(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
