import { normalizeText } from '@comet/foundation';
import { countryName, LOCALE } from '@comet/texts';

/** A country in which exits are live now. */
export interface LiveCountry {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly name: string;
  readonly exits: number;
  readonly cities: readonly { readonly city: string; readonly name: string; readonly exits: number }[];
}

/** Countries with live exits, and those exits. */
export function forTunnels(
  countries: readonly (LiveCountry & { readonly tunnels: number })[],
): readonly LiveCountry[] {
  return countries
    .filter(({ tunnels }) => tunnels > 0)
    .map(({ tunnels, ...country }) => ({ ...country, exits: tunnels }));
}

/** Countries, sorted by name, whose name, code or one of whose cities contains the search text. */
export function countriesWith(countries: readonly LiveCountry[], word: string): readonly LiveCountry[] {
  const wanted = normalizeText(word.trim());
  return countries
    .filter(
      ({ country, name, cities }) =>
        normalizeText(name).includes(wanted) ||
        normalizeText(country) === wanted ||
        cities.some((city) => normalizeText(city.name).includes(wanted)),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, LOCALE));
}

/** The countries of `codes` (upper case) without live exits, as the options of a field, sorted by name. */
export function countriesWithout(
  live: readonly Pick<LiveCountry, 'country'>[],
  codes: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  return codes
    .filter((code) => /^[A-Z]{2}$/.test(code) && !live.some(({ country }) => country === code))
    .map((code) => ({ value: code, label: countryName(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, LOCALE));
}
