import type { ResultOf } from '@comet/tunnel-protocol';
import { isResidential } from '../gateways/gateway-exit.ts';
import { matchLocation } from '../gateways/match-location.ts';

type Row = ResultOf<'locations'>['locations'][number];

/** The codes of the residential locations that are live in the countries of what a text means. */
export function homesIn(text: string, locations: readonly Row[]): readonly string[] {
  const codes = matchLocation(text, locations);
  const countries = new Set(
    locations.filter(({ code }) => codes.includes(code)).map(({ country }) => country),
  );
  return locations
    .filter(({ country, online, type }) => online && isResidential(type) && countries.has(country))
    .map(({ code }) => code);
}
