import type { Location } from '../locations/index.ts';

interface MapCountry {
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly country: string;
  readonly name: string;
  /** Whether the account has a configuration for a location in this country. */
  readonly isUsed: boolean;
}

/**
 * Returns the countries of the locations, without duplicates. `used`: codes of the locations that the account
 * has configurations for.
 */
export function mapCountries(
  locations: readonly Pick<Location, 'code' | 'country' | 'countryName'>[],
  used: readonly string[],
): readonly MapCountry[] {
  const inUse = locations.filter(({ code }) => used.includes(code)).map(({ country }) => country);
  const names = new Map(locations.map(({ country, countryName }) => [country, countryName]));
  return [...names].map(([country, name]) => ({ country, name, isUsed: inUse.includes(country) }));
}
