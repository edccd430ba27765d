import { locationTexts, formatText } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { bestFirst } from '../search/index.ts';

export type LocationRow = ResultOf<'locations'>['locations'][number];

/** The filters of the list: all, favourites, or a type of location. */
export type Filter = 'all' | 'favourites' | (string & {});

/** The locations of one country, in the list's order. */
export interface CountryGroup {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly name: string;
  readonly locations: readonly LocationRow[];
}

export interface Groups {
  readonly favourites: readonly LocationRow[];
  readonly recents: readonly LocationRow[];
  readonly countries: readonly CountryGroup[];
}

/** The available filters: all, favourites, and each type in the list. */
export function filtersOf(locations: readonly LocationRow[]): readonly Filter[] {
  return ['all', 'favourites', ...new Set(locations.map(({ type }) => type))];
}

/**
 * Returns the locations as displayed: favourites, recent ones, then every country with all of its locations. A search shows each match
 * once, favourites first, and the best match first among the others.
 */
export function groupsOf(
  locations: readonly LocationRow[],
  shown: {
    readonly filter: Filter;
    readonly typed: string;
    readonly favourites: readonly string[];
    readonly recents: readonly string[];
  },
): Groups {
  const marked = new Set(shown.favourites);
  const ofFilter = locations.filter(({ type, code }) => {
    if (shown.filter === 'all') return true;
    return shown.filter === 'favourites' ? marked.has(code) : type === shown.filter;
  });
  const ordered = bestFirst(ofFilter.toSorted(byCountryAndCity), shown.typed, namesOf);
  const favourites = ordered.filter(({ code }) => marked.has(code));
  if (shown.filter === 'favourites') return { favourites, recents: [], countries: [] };
  if (shown.typed.trim() !== '') {
    const others = ordered.filter(({ code }) => !marked.has(code));
    return { favourites, recents: [], countries: byCountry(others) };
  }
  const recents = shown.recents.flatMap((code) =>
    ordered.filter((location) => location.code === code && !marked.has(code)),
  );
  return { favourites, recents, countries: byCountry(ordered) };
}

/** The names by which a search finds a location. */
const namesOf = ({ city, countryName, code, country }: LocationRow) => [city, countryName, code, country];

const byCountryAndCity = (one: LocationRow, other: LocationRow) =>
  one.countryName.localeCompare(other.countryName) || one.city.localeCompare(other.city);

/** Groups locations by country, in the order of the first of each. */
function byCountry(locations: readonly LocationRow[]): readonly CountryGroup[] {
  return [...Map.groupBy(locations, ({ country }) => country)].flatMap(([country, own]) =>
    own[0] === undefined ? [] : [{ country, name: own[0].countryName, locations: own }],
  );
}

/** Returns the locations as options of a field, by country and city, with offline ones marked. */
export function locationOptions(
  locations: readonly LocationRow[],
): readonly { readonly value: string; readonly label: string }[] {
  return locations.toSorted(byCountryAndCity).map(({ code, city, countryName, type, online }) => ({
    value: code,
    label: [
      formatText(locationTexts.place, { city, country: countryName }),
      ...(type === 'standard' ? [] : [typeName(type)]),
      ...(online ? [] : [locationsTexts.offline]),
    ].join(', '),
  }));
}

/** Returns the label of a location type; the code of an unknown one. */
export function typeName(type: string): string {
  return Object.hasOwn(locationTexts.types, type)
    ? locationTexts.types[type as keyof typeof locationTexts.types]
    : type;
}
