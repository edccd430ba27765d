import type { Directory } from '../directory.ts';
import { isResidential } from './gateway-exit.ts';
import { matchLocation } from '../match-location.ts';

/** The codes of the residential locations that are live in the countries of what a text means. */
export function homesIn(
  text: string,
  { locations, online }: Pick<Directory, 'locations' | 'online'>,
): string[] {
  const all = locations() ?? [];
  const codes = matchLocation(text, all);
  const countries = new Set(all.filter(({ code }) => codes.includes(code)).map(({ country }) => country));
  return all
    .filter(({ code, country, type }) => countries.has(country) && isResidential(type) && online(code))
    .map(({ code }) => code);
}
