import { randomBytes, randomInt } from 'node:crypto';

/** The simulated providers. */
export const PROVIDERS = ['google', 'apple', 'facebook'] as const;

export type ProviderName = (typeof PROVIDERS)[number];

/** A person with an account at a provider. */
export interface Person {
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
  people: Record<ProviderName, Person[]>;
}

/** Returns the state without people. */
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

/** The people of one provider. */
export interface People {
  list(): readonly Person[];
  find(id: string): Person | undefined;
  /** Returns the person of a choice; a known address is the same person, with the new description. Null for a denial. */
  choose(choice: Choice): Person | null;
  /** Records that the app has received the name. */
  recordNameSent(person: Person): void;
}

/** Returns the people of one provider in `state`; `changed` is called after each change, so that the state is saved. */
export function peopleOf(state: IdentityState, provider: ProviderName, changed: () => void): People {
  const people = () => state.people[provider];
  const keep = (person: Person): Person => {
    state.people[provider] = [person, ...people().filter(({ id }) => id !== person.id)];
    changed();
    return person;
  };
  return {
    list: people,
    find: (id) => people().find((person) => person.id === id),
    choose(choice) {
      if (choice.kind === 'denied') return null;
      if (choice.kind === 'known') return people().find(({ id }) => id === choice.id) ?? null;
      const { email, emailVerified, hideEmail } = choice;
      const known = email === null ? undefined : people().find((person) => person.email === email);
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
