import { formatList, plural, formatText } from '@comet/texts';
import { locationsTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { LocationRow } from './groups.ts';

interface MapCountry {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly name: string;
  /** The number of locations, and the shortest measured round trip. */
  readonly title: string;
}

/**
 * Returns the countries with a location that can be chosen now, by name: one that is online and supports the
 * chosen protocol.
 */
export function countriesOf(locations: readonly LocationRow[]): readonly MapCountry[] {
  const usable = locations.filter(({ online, lacks }) => online && lacks === null);
  return Object.values(Object.groupBy(usable, ({ country }) => country))
    .flatMap((places = []) => {
      const first = places[0];
      return first === undefined
        ? []
        : [
            {
              country: first.country,
              name: first.countryName,
              title: countryTitle(first.countryName, places),
            },
          ];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

function countryTitle(country: string, places: readonly LocationRow[]): string {
  const milliseconds = shortestOf(places);
  return [
    formatText(plural(places.length, locationsTexts.mapPlaces), { country, count: places.length }),
    ...(milliseconds === null ? [] : [formatText(locationsTexts.milliseconds, { milliseconds })]),
  ].join(', ');
}

/** Returns the shortest measured round trip in ms; null if none was measured. */
export function shortestOf(places: readonly Pick<LocationRow, 'milliseconds'>[]): number | null {
  const measured = places.flatMap(({ milliseconds = null }) => (milliseconds === null ? [] : [milliseconds]));
  return measured.length === 0 ? null : Math.min(...measured);
}

/** Returns a sentence with the countries of online residential exits; null if there are none. */
export function residentialText(locations: readonly LocationRow[]): string | null {
  const homes = locations.filter(({ type, online }) => type === 'native_residential' && online);
  const names = [...new Set(homes.map(({ countryName }) => countryName))];
  if (names.length === 0) return null;
  const sorted = names.toSorted((one, other) => one.localeCompare(other));
  return formatText(locationsTexts.residential, { countries: formatList(sorted) });
}

/** Returns the text for the current or next exit; null if it is unknown. */
export function exitText({ tunnel, next }: Snapshot): string | null {
  if (tunnel.state === 'connected')
    return formatText(locationsTexts.leavesIn, {
      city: tunnel.place.city,
      country: tunnel.place.countryName,
    });
  return next
    ? formatText(locationsTexts.wouldLeaveIn, { city: next.place.city, country: next.place.countryName })
    : null;
}
