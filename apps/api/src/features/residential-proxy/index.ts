import type { Route } from '../../platform/http/requests/route.ts';
import {
  addProxyUserRoute,
  changeProxyUserRoute,
  changeResidentialProxySettingsRoute,
  listProxyUsersRoute,
  type ProxyRoutesDeps,
  removeProxyUserRoute,
  renewProxyPasswordRoute,
  showResidentialProxyRoute,
  showResidentialProxyUsageRoute,
  testExitRoute,
} from './residential-proxy.routes.ts';

export { fillWithProxyUsers } from './fill-gateway.ts';
export { shareProxyUsers } from './share-proxy-users.ts';

/** Returns the routes of the residential proxy: settings, usage, its users and their passwords, and a test of an exit. */
export function residentialProxyRoutes(deps: ProxyRoutesDeps): Route[] {
  return [
    showResidentialProxyRoute(deps),
    changeResidentialProxySettingsRoute(deps),
    showResidentialProxyUsageRoute(deps),
    listProxyUsersRoute(deps),
    addProxyUserRoute(deps),
    changeProxyUserRoute(deps),
    removeProxyUserRoute(deps),
    renewProxyPasswordRoute(deps),
    testExitRoute(deps),
  ];
}
