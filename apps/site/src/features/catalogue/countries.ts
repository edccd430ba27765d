import type { Location } from './catalogue.ts';

/** A country with all that is there. */
export interface Country {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly code: string;
  readonly name: string;
  readonly cities: readonly string[];
  readonly locations: readonly Location[];
}

/** Locations by country, countries by name, each city once. */
export function countriesOf(locations: readonly Location[]): readonly Country[] {
  return [...Map.groupBy(locations, ({ country }) => country)]
    .map(([code, there]) => ({
      code,
      name: there[0]?.countryName ?? code,
      cities: [...new Set(there.map(({ city }) => city))].toSorted(),
      locations: there.toSorted((one, other) => one.code.localeCompare(other.code)),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
