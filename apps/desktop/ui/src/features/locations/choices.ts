import { locationsTexts } from '@comet/texts/desktop';
import type { LocationList, Profile } from '@comet/tunnel-protocol';
import { bestFirst } from '../search/index.ts';
import type { Filter, LocationRow } from './groups.ts';

/** A choice that leaves the location to the daemon: `location` is the word or the name that `connect` accepts, or a profile's name. */
export interface Choice {
  readonly kind: 'fastest' | 'random' | 'profile' | 'list';
  readonly location: string;
  /** Whether at least one of its locations is available. */
  readonly usable: boolean;
  /** The number of its locations that exist; 0 for a profile. */
  readonly count: number;
}

interface SavedChoices {
  readonly locationLists: readonly LocationList[];
  readonly profiles: readonly Pick<Profile, 'name'>[];
}

/** Returns the choices above the countries that match a search; none while the locations are filtered by type. */
export function choicesOf(
  locations: readonly LocationRow[],
  { locationLists, profiles }: SavedChoices,
  { filter, typed }: { readonly filter: Filter; readonly typed: string },
): readonly Choice[] {
  if (filter !== 'all') return [];
  const choice = (kind: Choice['kind'], location: string, own: readonly LocationRow[]): Choice => ({
    kind,
    location,
    usable: own.some(({ online, lacks }) => online && lacks === null),
    count: own.length,
  });
  const standard = locations.filter(({ type }) => type !== 'native_residential' && type !== 'residential');
  const all = [
    choice('fastest', 'fastest', standard),
    choice('random', 'random', standard),
    ...profiles.map(({ name }): Choice => ({ kind: 'profile', location: name, usable: true, count: 0 })),
    ...locationLists.map((list) =>
      choice(
        'list',
        list.name,
        locations.filter(({ code }) => list.locations.includes(code)),
      ),
    ),
  ];
  return bestFirst(all, typed, ({ kind, location }) => [
    kind === 'list' || kind === 'profile' ? location : locationsTexts[kind],
  ]);
}
