import { LOCALE } from '@comet/texts';

/** A country in which exits are live now. */
export interface LiveCountry {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly name: string;
  readonly exits: number;
  readonly cities: readonly { readonly city: string; readonly name: string; readonly exits: number }[];
}

/** The countries to which tunnels lead, with the exits that carry them. */
export function forTunnels(
  countries: readonly (LiveCountry & { readonly tunnels: number })[],
): readonly LiveCountry[] {
  return countries
    .filter(({ tunnels }) => tunnels > 0)
    .map(({ tunnels, ...country }) => ({ ...country, exits: tunnels }));
}

/** By name, those that a word is found in: in the country's name or code, or in the name of one of its cities. */
export function countriesWith(countries: readonly LiveCountry[], word: string): readonly LiveCountry[] {
  const wanted = plain(word.trim());
  return countries
    .filter(
      ({ country, name, cities }) =>
        plain(name).includes(wanted) ||
        plain(country) === wanted ||
        cities.some((city) => plain(city.name).includes(wanted)),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, LOCALE));
}

/** `São Paulo` is found by `sao`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
