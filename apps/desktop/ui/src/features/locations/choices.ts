import { locationsTexts } from '@comet/texts/desktop';
import type { LocationList } from '@comet/tunnel-protocol';
import { bestFirst } from '../search/index.ts';
import type { Filter, LocationRow } from './groups.ts';

/** A choice that leaves the location to the daemon: `location` is the word or the name that `connect` accepts. */
export interface Choice {
  readonly kind: 'fastest' | 'random' | 'list';
  readonly location: string;
  /** Whether at least one of its locations is available. */
  readonly usable: boolean;
  /** The number of its locations that exist. */
  readonly count: number;
}

/** Returns the choices above the countries that match a search; none while the locations are filtered by type. */
export function choicesOf(
  locations: readonly LocationRow[],
  lists: readonly LocationList[],
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
    ...lists.map((list) =>
      choice(
        'list',
        list.name,
        locations.filter(({ code }) => list.locations.includes(code)),
      ),
    ),
  ];
  return bestFirst(all, typed, ({ kind, location }) => [kind === 'list' ? location : locationsTexts[kind]]);
}
