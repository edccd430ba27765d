import type { Route } from '../../platform/http/route.ts';
import {
  listPricesRoute,
  listServicesRoute,
  type ServicesDeps,
  showProxyTrafficRoute,
  showServiceRoute,
} from './services.routes.ts';

export { addressesCommand } from './addresses-command.ts';
export { isInStock, releaseAddress, reserveAddress } from './addresses.store.ts';
export { deliver, giveAgain, takeBack } from './deliver.ts';
export { expireServices } from './run-service.ts';
export { findService } from './services.store.ts';

export function servicesRoutes(deps: ServicesDeps): Route[] {
  return [
    listPricesRoute(deps),
    listServicesRoute(deps),
    showServiceRoute(deps),
    showProxyTrafficRoute(deps),
  ];
}
