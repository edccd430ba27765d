import { countryNameOf } from '../../platform/country-name.ts';
import type { LiveExit } from './live-exits.ts';

export interface CoveredCountry {
  readonly country: string;
  readonly name: string;
  readonly exits: number;
  /** Those that carry tunnels too. */
  readonly homes: number;
  readonly cities: { readonly city: string; readonly name: string; readonly exits: number }[];
}

/** What is live, by country and city and in the order of their names. An endpoint of a provider's counts as one exit of its country. */
export function coverageOf(
  exits: readonly Pick<LiveExit, 'country' | 'city' | 'cityName'>[],
  upstreams: readonly { readonly country: string }[],
): readonly CoveredCountry[] {
  const countries = Map.groupBy([...exits, ...upstreams], ({ country }) => country);
  return [...countries]
    .map(([country, all]) => ({
      country,
      name: countryNameOf(country) ?? country,
      exits: all.length,
      homes: exits.filter((exit) => exit.country === country).length,
      cities: citiesOf(exits.filter((exit) => exit.country === country)),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

function citiesOf(exits: readonly Pick<LiveExit, 'city' | 'cityName'>[]): CoveredCountry['cities'] {
  return [...Map.groupBy(exits, ({ city }) => city)]
    .map(([city, all]) => ({ city, name: all[0]?.cityName ?? city, exits: all.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
