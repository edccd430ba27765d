import type { Route } from '../../platform/http/requests/route.ts';
import {
  listPricesRoute,
  listServicesRoute,
  type ServicesDeps,
  noteServiceRoute,
  rotateServicePasswordRoute,
  showServiceRoute,
  swapAddressRoute,
} from './services.routes.ts';

export { addressesCommand } from './addresses-command.ts';
export { dedicatedClaim } from './dedicated-claim.ts';
export { isStillReserved, releaseAddress, reserveAddress, quarantineAddressesOf } from './addresses.store.ts';
export { deliver, restoreDelivery, revokeDelivery } from './fulfil-order.ts';
export { endServices, expireServices } from './service-lifecycle.ts';
export { createMissingProxies } from './service-proxy.ts';
export { findService } from './services.store.ts';
export { dedicatedStock, isInStock } from './stock.store.ts';

/** Returns the routes of purchased services: prices, list, details, the owner's note, a swap of the dedicated IP, a new password. */
export function servicesRoutes(deps: ServicesDeps): Route[] {
  return [
    listPricesRoute(deps),
    listServicesRoute(deps),
    showServiceRoute(deps),
    noteServiceRoute(deps),
    swapAddressRoute(deps),
    rotateServicePasswordRoute(deps),
  ];
}
