import type { Location } from '../locations/index.ts';

interface MapCountry {
  /** ISO 3166-1 alpha-2, in capitals. */
  readonly country: string;
  readonly name: string;
  /** The account has a configuration for a location in it. */
  readonly isUsed: boolean;
}

/** Returns the countries of the locations, each once. `used` are the codes of the locations that the account has configurations for. */
export function mapCountries(
  locations: readonly Pick<Location, 'code' | 'country' | 'countryName'>[],
  used: readonly string[],
): readonly MapCountry[] {
  const inUse = locations.filter(({ code }) => used.includes(code)).map(({ country }) => country);
  const names = new Map(locations.map(({ country, countryName }) => [country, countryName]));
  return [...names].map(([country, name]) => ({ country, name, isUsed: inUse.includes(country) }));
}
