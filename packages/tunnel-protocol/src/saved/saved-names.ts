import { normalizeText } from '@comet/foundation';
import * as z from 'zod/mini';

/** Maximum number of profiles, of custom location lists, and of locations in one of them. */
export const maxProfiles = 32;
export const maxLists = 32;
export const maxListed = 32;
/** Maximum number of characters of a name that the user gives to a profile or a list. */
const maxNameLength = 40;

/** Words that stand for a location which the daemon chooses: any with free capacity, or the one that responds fastest. */
export const automaticLocations = ['random', 'fastest'] as const;

/** Whether a request or a goal names one of the `automaticLocations`. */
export function isAutomaticLocation(
  location: string | null,
): location is (typeof automaticLocations)[number] {
  return (automaticLocations as readonly (string | null)[]).includes(location);
}

/** Removes case, accents and punctuation: `São Paulo` becomes `sao paulo`. Two names that become equal are the same name. */
export function plainName(text: string): string {
  return normalizeText(text)
    .replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
}

/** A name of printable characters, with a letter or a digit. */
export const savedName = z.string().check(
  z.minLength(1),
  z.maxLength(maxNameLength),
  z.refine((name) => !/\p{C}/u.test(name) && plainName(name) !== '' && name.trim() === name),
);

/** Whether no two of these have the same name. */
export function areNamesUnique(named: readonly { readonly name: string }[]): boolean {
  return new Set(named.map(({ name }) => plainName(name))).size === named.length;
}
