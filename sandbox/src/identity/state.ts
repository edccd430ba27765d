/** The providers that the sandbox plays. */
export const PROVIDERS = ['google', 'apple', 'facebook'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Somebody with an account at a provider. */
export interface Person {
  /** The provider's own id of them (`sub` of OpenID Connect, `id` of Graph). */
  readonly id: string;
  readonly name: string;
  /** Null where the provider knows no address, as Facebook may. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The relay address that apps see instead, for a person who hides theirs; Apple only. */
  readonly relay: string | null;
  /** Apple tells an app a person's name with the first authorization only. */
  readonly nameTold: boolean;
}

/** What of the identity providers survives a restart. */
export interface IdentityState {
  people: Record<ProviderName, Person[]>;
}

export function emptyIdentity(): IdentityState {
  return { people: { google: [], apple: [], facebook: [] } };
}

/** What goes wrong with a provider's next answer to the app's server. */
export const FAULTS = ['nonce', 'audience', 'issuer', 'expired', 'signature', 'unavailable'] as const;
export type Fault = (typeof FAULTS)[number];
