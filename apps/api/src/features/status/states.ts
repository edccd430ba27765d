import { type api, isDataCenter, type ReplyOf } from '@comet/contract';
import type { Database } from '../../platform/database/database.ts';
import { liveExits } from '../exits/index.ts';
import { gatewaysInService, type KnownGateway } from '../gateways/index.ts';
import { allLocations, loadOf, type StoredLocation } from '../locations/index.ts';

type Status = ReplyOf<typeof api.showStatus>;
type Part = Status['parts'][number];
export type CityStatus = Status['cities'][number];

/** Returns the state of every part and city at this moment. */
export async function readStates(db: Database, now: Date): Promise<Pick<Status, 'parts' | 'cities'>> {
  const [gateways, exits, locations] = await Promise.all([
    gatewaysInService(db, now),
    liveExits(db, now),
    allLocations(db),
  ]);
  // Draining is maintenance, not an outage.
  const serving = gateways.filter(({ draining }) => !draining);
  return { parts: [...partsOf(serving, exits)], cities: [...citiesOf(locations, serving)] };
}

/** Derives the state of each part from the gateways in service and the live exits. Accounts work whenever this code can run. */
export function partsOf(
  gateways: readonly { readonly online: boolean }[],
  exits: readonly { readonly country: string }[],
): readonly Part[] {
  const online = gateways.filter((gateway) => gateway.online).length;
  const countries = new Set(exits.map(({ country }) => country)).size;
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
      // Without exits protection continues: data center traffic is unaffected.
      state: exits.length === 0 ? 'degraded' : 'working',
      working: exits.length,
      all: exits.length,
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
    const state = there.length === 0 ? 'none' : stateOf(online, there.length);
    return {
      code,
      city,
      country,
      countryName,
      state,
      working: online,
      all: there.length,
      load: loadOf(there),
    };
  });
}

function stateOf(online: number, all: number): Part['state'] {
  if (online === 0) return 'down';
  return online < all ? 'degraded' : 'working';
}
