import type { Result } from '@comet/foundation';
import type { SocialProvider } from '../database/schema.ts';

/** A provider's profile of a person. Issuer and subject together identify the person; the address is only for contact. */
export interface SocialProfile {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null where the provider named none. */
  readonly email: string | null;
  /** Whether the provider vouches that the mailbox is theirs. */
  readonly emailVerified: boolean;
}

/** What one sign-in is held together by. The state travels; nonce and verifier prove that the answer belongs to it. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What came back in the browser's address. */
export interface ProviderAnswer {
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** `denied`: the person refused. `failed`: the answer proves nothing. `unavailable`: try again later. */
export type ProviderFailure = 'denied' | 'failed' | 'unavailable';

/** A provider that people can sign in with. */
export interface IdentityProvider {
  /** The address of the provider's page, for one sign-in. */
  authorizationUrl(secrets: SignInSecrets): Promise<Result<string, 'unavailable'>>;
  /** Redeems an answer, once. */
  profile(answer: ProviderAnswer, secrets: SignInSecrets): Promise<Result<SocialProfile, ProviderFailure>>;
}

/** The providers that are offered here. */
export type IdentityProviders = Readonly<Partial<Record<SocialProvider, IdentityProvider>>>;

/** Error codes for a cancelled sign-in, of Google and Facebook, and of Apple. */
const refusals: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

/** Why an answer that is an error is one. */
export function failureOfAnswer(error: string): ProviderFailure {
  if (refusals.has(error)) return 'denied';
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'unavailable' : 'failed';
}
