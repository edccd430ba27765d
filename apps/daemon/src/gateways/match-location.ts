import { normalizeText } from '@comet/foundation';
import { isResidential } from '../model/gateway-exit.ts';

interface Named {
  readonly code: string;
  readonly country: string;
  readonly countryName: string;
  readonly city: string;
  readonly type?: string;
}

/**
 * Returns the codes of the locations that match `text`: a code (`nl-ams`), a country's code or name, a city, or the beginning of a name.
 * The most exact kind of match applies, so that `nl` never also matches a city that begins with it. Residential locations match by their
 * code, or if the text matches no other.
 */
export function matchLocation(text: string, locations: readonly Named[]): readonly string[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const readings: ((location: Named) => boolean)[] = [
    (location) => location.code === wanted,
    (location) => plain(location.country) === wanted,
    (location) => plain(location.countryName) === wanted || plain(location.city) === wanted,
    (location) => plain(`${location.city} ${location.countryName}`) === wanted,
    (location) => plain(`${location.countryName} ${location.city}`) === wanted,
    (location) => plain(location.countryName).startsWith(wanted) || plain(location.city).startsWith(wanted),
  ];
  for (const reading of readings) {
    const found = locations.filter(reading);
    const plainly = found.filter(({ type = 'standard' }) => !isResidential(type));
    if (found.length > 0) return (plainly.length > 0 ? plainly : found).map((location) => location.code);
  }
  return [];
}

/** Removes case, accents and punctuation: `São Paulo` becomes `sao paulo`. */
function plain(text: string): string {
  return normalizeText(text)
    .replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
}
