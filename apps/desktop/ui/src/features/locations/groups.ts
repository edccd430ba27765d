import { locationTexts, say } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';

/** An item of the search with its search terms. */
interface Searchable {
  readonly code: string;
  readonly city: string;
  readonly country: string;
  readonly countryName: string;
}

/** Lower case, without accents and signs, so that `sao paulo` finds São Paulo. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns how well a location matches the typed text: 0 is best, null no match. Words of four letters may have one mistake, of eight two.
 */
function rank(place: Searchable, typed: string): number | null {
  const words = typed.split(' ');
  const names = [place.city, place.countryName, place.code, place.country].flatMap((name) => {
    const whole = plain(name);
    return [whole, ...whole.split(' ')];
  });
  let worst = 0;
  for (const word of words) {
    const best = Math.min(...names.map((name) => distance(name, word)));
    if (best > allowed(word)) return null;
    worst = Math.max(worst, best);
  }
  return worst;
}

const allowed = (word: string): number => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0);

/** Those that answer what was typed, the best first; all of them, in their order, when nothing was. */
export function search<T extends Searchable>(places: readonly T[], typed: string): readonly T[] {
  const words = plain(typed);
  if (words === '') return places;
  return places
    .flatMap((place) => {
      const found = rank(place, words);
      return found === null ? [] : [{ place, found }];
    })
    .toSorted((one, other) => one.found - other.found)
    .map(({ place }) => place);
}

/**
 * Returns the edit distance between the typed text and a prefix of a name (Damerau–Levenshtein, optimal string alignment). The rest of the
 * name costs nothing, since the user may still be typing.
 */
function distance(name: string, typed: string): number {
  if (name.startsWith(typed)) return 0;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const same = typed[i - 1] === name[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}

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

/** The filters that would show something: all, and each type that is in the list. */
export function filtersOf(locations: readonly LocationRow[]): readonly Filter[] {
  return ['all', 'favourites', ...new Set(locations.map(({ type }) => type))];
}

/**
 * Returns the locations as they are shown: favourites, recent ones, then every country with all of its locations. A search shows each match
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
  const ordered = search(ofFilter.toSorted(byCountryAndCity), shown.typed);
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
      say(locationTexts.place, { city, country: countryName }),
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
