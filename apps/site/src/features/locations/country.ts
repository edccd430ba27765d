import { locationsTexts as texts, plural, formatText } from '@comet/texts/site';
import { normalizeText } from '@comet/foundation';
import type { Country } from '../catalogue/index.ts';

/** The cities and their number, for the page's head. */
export const citiesText = (country: Country): string =>
  `${country.cities.join(', ')} (${formatText(plural(country.cities.length, texts.cities), { count: country.cities.length })})`;

/** Returns the path of a country's page, which contains its name because people read URLs. */
export function countryPath({ name }: { readonly name: string }): string {
  return `/locations/${countrySlug(name)}/`;
}

/** `Côte d’Ivoire` → `cote-d-ivoire`. */
export function countrySlug(name: string): string {
  return normalizeText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
