import { randomBytes, randomInt } from 'node:crypto';

/** The simulated providers. */
export const PROVIDERS = ['google', 'apple', 'facebook'] as const;

export type ProviderName = (typeof PROVIDERS)[number];

/** A person with an account at a provider. */
export interface ProviderAccount {
  /** The provider's id of the person (`sub` of OpenID Connect, `id` of Graph). */
  readonly id: string;
  readonly name: string;
  /** Null if the provider has no address, which is possible at Facebook. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The relay address for apps if the person hides theirs; Apple only. */
  readonly relay: string | null;
  /** Apple sends an app a person's name with the first authorization only. */
  readonly nameTold: boolean;
}

/** State of the identity providers. */
export interface IdentityState {
  people: Record<ProviderName, ProviderAccount[]>;
}

/** Returns the state without accounts. */
export function emptyIdentity(): IdentityState {
  return { people: { google: [], apple: [], facebook: [] } };
}

/** Faults of a provider's next response to the app's server. */
export const FAULTS = ['nonce', 'audience', 'issuer', 'expired', 'signature', 'unavailable'] as const;

export type Fault = (typeof FAULTS)[number];

/** Input of the consent page: a known person, a description of one, or a denial. */
export type Choice =
  | { readonly kind: 'known'; readonly id: string }
  | {
      readonly kind: 'described';
      readonly email: string | null;
      readonly emailVerified: boolean;
      readonly hideEmail: boolean;
    }
  | { readonly kind: 'denied' };

/** The accounts of one provider. */
export interface ProviderAccounts {
  list(): readonly ProviderAccount[];
  find(id: string): ProviderAccount | undefined;
  /** Returns the person of a choice; a known address is the same person, with the new description. Null for a denial. */
  choose(choice: Choice): ProviderAccount | null;
  /** Records that the app has received the name. */
  recordNameSent(person: ProviderAccount): void;
}

/** Returns the accounts of one provider in `state`; `changed` is called after each change, so that the state is saved. */
export function providerAccountsOf(
  state: IdentityState,
  provider: ProviderName,
  changed: () => void,
): ProviderAccounts {
  const accounts = () => state.people[provider];
  const keep = (person: ProviderAccount): ProviderAccount => {
    state.people[provider] = [person, ...accounts().filter(({ id }) => id !== person.id)];
    changed();
    return person;
  };
  return {
    list: accounts,
    find: (id) => accounts().find((person) => person.id === id),
    choose(choice) {
      if (choice.kind === 'denied') return null;
      if (choice.kind === 'known') return accounts().find(({ id }) => id === choice.id) ?? null;
      const { email, emailVerified, hideEmail } = choice;
      const known = email === null ? undefined : accounts().find((person) => person.email === email);
      return keep({
        id: known?.id ?? newId[provider](),
        name: nameFrom(email),
        email,
        emailVerified,
        relay: hideEmail ? (known?.relay ?? `${hex(5)}@privaterelay.appleid.com`) : null,
        nameTold: known?.nameTold ?? false,
      });
    },
    recordNameSent(person) {
      keep({ ...person, nameTold: true });
    },
  };
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Generators of ids in each provider's format. */
const newId: Readonly<Record<ProviderName, () => string>> = {
  google: () => `1${digits(20)}`,
  apple: () => `00${digits(4)}.${hex(16)}.${digits(4)}`,
  facebook: () => `1${digits(15)}`,
};

/** `ada.lovelace@example.org` → `Ada Lovelace`. */
function nameFrom(email: string | null): string {
  const words = (email?.split('@', 1)[0] ?? 'somebody').split(/[._+-]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
