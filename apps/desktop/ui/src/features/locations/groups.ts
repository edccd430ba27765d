import type { ResultOf } from '@comet/tunnel-protocol';
import { search } from './search.ts';
import { locationTexts, say } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';

export type LocationRow = ResultOf<'locations'>['locations'][number];

/** What the list may be narrowed to: the types of locations, and what the user marked. */
export type Filter = 'all' | 'favourites' | (string & {});

export interface Groups {
  readonly favourites: readonly LocationRow[];
  readonly recents: readonly LocationRow[];
  readonly others: readonly LocationRow[];
}

/** The filters that would show something: all, and each type that is in the list. */
export function filtersOf(locations: readonly LocationRow[]): readonly Filter[] {
  return ['all', 'favourites', ...new Set(locations.map(({ type }) => type))];
}

/** The locations as they are shown: marked ones, recent ones, then all others by country and city. What is searched for comes best first. */
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
  const ordered = search(
    ofFilter.toSorted(
      (one, other) => one.countryName.localeCompare(other.countryName) || one.city.localeCompare(other.city),
    ),
    shown.typed,
  );
  const favourites = ordered.filter(({ code }) => marked.has(code));
  const recents = shown.recents.flatMap((code) =>
    ordered.filter((location) => location.code === code && !marked.has(code)),
  );
  const above = new Set([...favourites, ...recents]);
  return { favourites, recents, others: ordered.filter((location) => !above.has(location)) };
}

/** Places to choose from in a field, by country and city. Those that are gone for now say so. */
export function placeOptions(
  locations: readonly LocationRow[],
): readonly { readonly value: string; readonly label: string }[] {
  return locations
    .toSorted(
      (one, other) => one.countryName.localeCompare(other.countryName) || one.city.localeCompare(other.city),
    )
    .map(({ code, city, countryName, type, online }) => ({
      value: code,
      label: [
        say(locationTexts.place, { city, country: countryName }),
        ...(type === 'standard' ? [] : [typeName(type)]),
        ...(online ? [] : [locationsTexts.offline]),
      ].join(', '),
    }));
}

/** What a type of location is called; one that this app does not know yet by its code. */
export function typeName(type: string): string {
  return Object.hasOwn(locationTexts.types, type)
    ? locationTexts.types[type as keyof typeof locationTexts.types]
    : type;
}
