import type { Route } from '../../platform/http/requests/route.ts';
import {
  addDeviceRoute,
  type DeviceDeps,
  listDevicesRoute,
  removeDeviceRoute,
  renameDeviceRoute,
} from './devices.routes.ts';

export { deleteRemovedDevices } from './devices.store.ts';
export { lockConnectEntitlement } from './connect-entitlement.ts';
export {
  deviceLimit,
  reserveDeviceSlot,
  countDeviceSlots,
} from './device-slots.store.ts';

/** Returns the routes that list, add, rename and remove the caller's devices. */
export function devicesRoutes(deps: DeviceDeps): Route[] {
  return [listDevicesRoute(deps), addDeviceRoute(deps), renameDeviceRoute(deps), removeDeviceRoute(deps)];
}
