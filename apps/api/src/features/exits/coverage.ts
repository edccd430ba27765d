import { countryNameOf } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type LiveExit, liveExits, type LiveUpstream, liveUpstreams } from './live-exits.ts';

interface CoveredCountry {
  readonly country: string;
  readonly name: string;
  readonly exits: number;
  /** The exits among them that also carry tunnels. */
  readonly tunnels: number;
  readonly cities: { readonly city: string; readonly name: string; readonly exits: number }[];
}

/** Returns where metered traffic can leave now. */
export async function liveCoverage(db: Database, now: Date): Promise<readonly CoveredCountry[]> {
  const [exits, upstreams] = await Promise.all([liveExits(db, now), liveUpstreams(db, now)]);
  const isMetered = ({ use }: { readonly use: string }) => use === 'native';
  return coverageOf(exits.filter(isMetered), upstreams.filter(isMetered));
}

/** Returns the live coverage by country and city, sorted by name. A provider's endpoint counts as one exit of its country. */
function coverageOf(
  exits: readonly Pick<LiveExit, 'country' | 'city' | 'cityName'>[],
  upstreams: readonly Pick<LiveUpstream, 'upstreamId' | 'country' | 'tunnels'>[],
): readonly CoveredCountry[] {
  // Several gateways report the same endpoint.
  const byEndpoint = Map.groupBy(upstreams, ({ country, upstreamId }) => `${country} ${upstreamId}`);
  const endpoints = [...byEndpoint.values()].map((of) => ({
    country: of[0]?.country ?? '',
    tunnels: of.some(({ tunnels }) => tunnels),
  }));
  const homes = exits.map((exit) => ({ ...exit, tunnels: true }));
  const countries = Map.groupBy([...homes, ...endpoints], ({ country }) => country);
  return [...countries]
    .map(([country, all]) => ({
      country,
      name: countryNameOf(country) ?? country,
      exits: all.length,
      tunnels: all.filter(({ tunnels }) => tunnels).length,
      cities: citiesOf(exits.filter((exit) => exit.country === country)),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

function citiesOf(exits: readonly Pick<LiveExit, 'city' | 'cityName'>[]): CoveredCountry['cities'] {
  return [...Map.groupBy(exits, ({ city }) => city)]
    .map(([city, all]) => ({ city, name: all[0]?.cityName ?? city, exits: all.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
