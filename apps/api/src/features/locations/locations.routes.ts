import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import { gatewaysInService } from '../gateways/index.ts';
import { allLocations } from './locations.store.ts';
import { loadOf } from './load.ts';
import { spokenBy } from './spoken.ts';

export const listLocationsRoute = (deps: { readonly db: Database; readonly clock: Clock }) =>
  route(api.listLocations, async () => {
    const [locations, gateways] = await Promise.all([
      allLocations(deps.db),
      gatewaysInService(deps.db, deps.clock.now()),
    ]);
    return ok({
      locations: locations.map((location) => {
        const there = gateways.filter((gateway) => gateway.locationCode === location.code);
        const online = there.some((gateway) => gateway.online);
        return { ...location, ...spokenBy(there), load: loadOf(there), online };
      }),
    });
  });

export const serverListRoute = (readList: () => Promise<string>) =>
  route(api.serverList, async () => ok({ list: await readList() }));
