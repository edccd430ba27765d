import { type api, isDataCenter, type ReplyOf } from '@comet/contract';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { exitsInService } from '../exits/index.ts';
import { gatewaysInService, type KnownGateway } from '../gateways/index.ts';
import { allLocations, loadOf, type StoredLocation } from '../locations/index.ts';

type Status = ReplyOf<typeof api.showStatus>;
type ServicePart = Status['parts'][number];
export type CityStatus = Status['cities'][number];

/** Returns the state of every part and city at this moment. */
export async function readStates(
  db: Database | DatabaseTransaction,
  now: Date,
): Promise<Pick<Status, 'parts' | 'cities'>> {
  const [gateways, exits, locations] = await Promise.all([
    gatewaysInService(db, now),
    exitsInService(db, now),
    allLocations(db),
  ]);
  // Draining is maintenance, not an outage.
  const serving = gateways.filter(({ draining }) => !draining);
  return { parts: [...partsOf(serving, exits)], cities: [...citiesOf(locations, serving)] };
}

/**
 * Derives the state of each part from the gateways and residential exits in service; `none` where there are none. Accounts work whenever this
 * code can run.
 */
export function partsOf(
  gateways: readonly { readonly online: boolean }[],
  exits: readonly { readonly country: string; readonly live: boolean }[],
): readonly ServicePart[] {
  const online = gateways.filter((gateway) => gateway.online).length;
  const live = exits.filter((exit) => exit.live);
  const countries = new Set(live.map(({ country }) => country)).size;
  return [
    { name: 'accounts', state: 'working', working: 1, all: 1, countries: 0 },
    {
      name: 'gateways',
      state: stateOf(online, gateways.length),
      working: online,
      all: gateways.length,
      countries: 0,
    },
    {
      name: 'residential',
      // Homes come and go: one that is offline does not degrade the service.
      state: live.length > 0 ? 'working' : stateOf(0, exits.length),
      working: live.length,
      all: live.length,
      countries,
    },
  ];
}

/** Derives the state of each data center location from its gateways in service; `none` without one. */
export function citiesOf(
  locations: readonly Pick<StoredLocation, 'code' | 'city' | 'country' | 'countryName' | 'type'>[],
  gateways: readonly Pick<KnownGateway, 'locationCode' | 'online' | 'loadPercent'>[],
): readonly CityStatus[] {
  return locations.filter(isDataCenter).map(({ code, city, country, countryName }) => {
    const there = gateways.filter(({ locationCode }) => locationCode === code);
    const online = there.filter((gateway) => gateway.online).length;
    return {
      code,
      city,
      country,
      countryName,
      state: stateOf(online, there.length),
      working: online,
      all: there.length,
      load: loadOf(there),
    };
  });
}

function stateOf(online: number, all: number): ServicePart['state'] {
  if (all === 0) return 'none';
  if (online === 0) return 'down';
  return online < all ? 'degraded' : 'working';
}
