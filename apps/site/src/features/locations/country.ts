import { locationsTexts as texts, plural, say } from '@comet/texts/site';
import { normalizeText } from '@comet/foundation';
import type { Country } from '../catalogue/index.ts';

/** Name and cities, for a page's head. */
export const citiesText = (country: Country): string =>
  `${country.cities.join(', ')} (${say(plural(country.cities.length, texts.cities), { count: country.cities.length })})`;

/** The page of a country: by its name, which people read in an address. */
export function countryPath({ name }: { readonly name: string }): string {
  return `/locations/${countrySlug(name)}/`;
}

/** `Côte d’Ivoire` → `cote-d-ivoire`. */
export function countrySlug(name: string): string {
  return normalizeText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
