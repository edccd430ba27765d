import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import { gatewaysInService } from '../gateways/index.ts';
import { allLocations } from './locations.store.ts';

export const listLocationsRoute = (deps: { readonly db: Database; readonly clock: Clock }) =>
  route(api.listLocations, async () => {
    const [locations, gateways] = await Promise.all([
      allLocations(deps.db),
      gatewaysInService(deps.db, deps.clock.now()),
    ]);
    const online = new Set(
      gateways.filter((gateway) => gateway.online).map((gateway) => gateway.locationCode),
    );
    return ok({
      locations: locations.map((location) => ({ ...location, online: online.has(location.code) })),
    });
  });

export const serverListRoute = (readList: () => Promise<string>) =>
  route(api.serverList, async () => ok({ list: await readList() }));
