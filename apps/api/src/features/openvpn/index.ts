import type { Route } from '../../platform/http/requests/route.ts';
import type { OpenvpnDeps } from './credentials.ts';
import {
  chooseOpenvpnProfileRoute,
  issueOpenvpnLoginRoute,
  rotateOpenvpnCredentialsRoute,
  showOpenvpnCredentialsRoute,
  showOpenvpnProfileRoute,
} from './openvpn.routes.ts';
import type { ProfileDeps } from './profile.ts';

export { readCredentials } from './read-credentials.ts';
export { shareCredentials } from './share-credentials.ts';

/**
 * Returns the routes of OpenVPN credentials (show, replace), of profiles (of one gateway, or of the least loaded one of a location), and of
 * a device's login at a gateway.
 */
export function openvpnRoutes(deps: OpenvpnDeps & ProfileDeps): Route[] {
  return [
    showOpenvpnCredentialsRoute(deps),
    rotateOpenvpnCredentialsRoute(deps),
    showOpenvpnProfileRoute(deps),
    chooseOpenvpnProfileRoute(deps),
    issueOpenvpnLoginRoute(deps),
  ];
}
