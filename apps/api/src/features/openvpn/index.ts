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

export function openvpnRoutes(deps: OpenvpnDeps & ProfileDeps): Route[] {
  return [
    showOpenvpnCredentialsRoute(deps),
    rotateOpenvpnCredentialsRoute(deps),
    showOpenvpnProfileRoute(deps),
    chooseOpenvpnProfileRoute(deps),
    issueOpenvpnLoginRoute(deps),
  ];
}
