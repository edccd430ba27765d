import type { Route } from '../../platform/http/requests/route.ts';
import type { ConfigDeps } from './add-config.ts';
import {
  addWireguardConfigRoute,
  listWireguardConfigsRoute,
  removeWireguardConfigRoute,
  renameWireguardConfigRoute,
} from './wireguard-configs.routes.ts';

/** Returns the routes that list, add, rename and remove the caller's downloaded WireGuard configurations. */
export function wireguardConfigsRoutes(deps: ConfigDeps): Route[] {
  return [
    listWireguardConfigsRoute(deps),
    addWireguardConfigRoute(deps),
    renameWireguardConfigRoute(deps),
    removeWireguardConfigRoute(deps),
  ];
}
