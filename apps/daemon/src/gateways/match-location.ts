import { type LocationList, plainName } from '@comet/tunnel-protocol';
import { isResidential } from '../model/gateway-exit.ts';

interface Named {
  readonly code: string;
  readonly country: string;
  readonly countryName: string;
  readonly city: string;
  readonly type?: string;
}

/** The custom list with this name. */
export function listNamed(name: string, lists: readonly LocationList[]): LocationList | undefined {
  const wanted = plainName(name);
  return lists.find((list) => plainName(list.name) === wanted);
}

/**
 * Returns the codes of the locations that match `text`: the name of a list, a code (`nl-ams`), a country's code or name, a city, or the
 * beginning of a name. Of a list, former locations and residential ones are omitted.
 * The most exact kind of match applies, so that `nl` never also matches a city that begins with it. Residential locations match by their
 * code, or if the text matches no other.
 */
export function matchLocation(
  text: string,
  locations: readonly Named[],
  lists: readonly LocationList[] = [],
): readonly string[] {
  const wanted = plainName(text);
  if (wanted === '') return [];
  const list = listNamed(text, lists);
  if (list !== undefined) {
    const usable = locations.filter(({ type = 'standard' }) => !isResidential(type));
    return list.locations.filter((code) => usable.some((one) => one.code === code));
  }
  const readings: ((location: Named) => boolean)[] = [
    (location) => location.code === wanted,
    (location) => plainName(location.country) === wanted,
    (location) => plainName(location.countryName) === wanted || plainName(location.city) === wanted,
    (location) => plainName(`${location.city} ${location.countryName}`) === wanted,
    (location) => plainName(`${location.countryName} ${location.city}`) === wanted,
    (location) =>
      plainName(location.countryName).startsWith(wanted) || plainName(location.city).startsWith(wanted),
  ];
  for (const reading of readings) {
    const found = locations.filter(reading);
    const plainly = found.filter(({ type = 'standard' }) => !isResidential(type));
    if (found.length > 0) return (plainly.length > 0 ? plainly : found).map((location) => location.code);
  }
  return [];
}
