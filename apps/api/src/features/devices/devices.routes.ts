import { api } from '@comet/contract';
import { type Clock, err, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import type { Revoke } from '../gateways/index.ts';
import { deviceHash } from '../users/index.ts';
import { addDevice, devicesOf, removeDevice, renameDevice, type StoredDevice } from './devices.store.ts';
import { deviceLimit, countDeviceSlots } from './device-slots.store.ts';

export interface DeviceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly revoke: Revoke;
}

const shown = ({ createdAt, deviceHash: hash, sessionId, ...device }: StoredDevice) => ({
  ...device,
  createdAt: createdAt.toISOString(),
  // The sign-in state of devices older than stored sessions is unknown.
  signedIn: sessionId !== null || hash === null,
});

export const listDevicesRoute = ({ db }: DeviceDeps) =>
  route(api.listDevices, async ({ caller }) => {
    const [devices, taken] = await Promise.all([devicesOf(db, caller.id), countDeviceSlots(db, caller.id)]);
    return ok({ devices: devices.map(shown), limit: deviceLimit, taken });
  });

export const addDeviceRoute = ({ db, clock }: DeviceDeps) =>
  route(api.addDevice, async ({ caller, body, deviceId }) => {
    const { tokenId: sessionId } = caller;
    // A caller without a device id counts as a device for as long as its session lasts.
    const machine = { deviceHash: deviceHash(caller.id, deviceId ?? sessionId), sessionId };
    const added = await addDevice(db, { userId: caller.id, ...body, ...machine, now: clock.now() });
    return added.ok ? ok({ device: shown(added.value) }) : added;
  });

export const renameDeviceRoute = ({ db }: DeviceDeps) =>
  route(api.renameDevice, async ({ caller, params, body }) => {
    const renamed = await renameDevice(db, { userId: caller.id, id: params.id, name: body.name });
    return renamed === null ? err('not_found') : ok({ device: shown(renamed) });
  });

export const removeDeviceRoute = (deps: DeviceDeps) =>
  route(api.removeDevice, async ({ caller, params }) => {
    const device = { userId: caller.id, id: params.id, now: deps.clock.now() };
    return (await removeDevice(deps, device)) ? ok(undefined) : err('not_found');
  });
