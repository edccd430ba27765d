import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { lockAccess } from '../subscription/index.ts';
import { lockDevice } from './devices.store.ts';

/** A device's right to connect: its slot, the end of its account's access, and the time at which both were read. */
interface ConnectEntitlement {
  readonly slot: number;
  readonly until: Date;
  readonly now: Date;
}

/**
 * Reads a device's right to connect, with device and subscription locked until the transaction ends. `now` is read under the locks: a later
 * removal of the right revokes with a later time, so it covers everything issued at `now`.
 */
export async function lockConnectEntitlement(
  trx: DatabaseTransaction,
  clock: Clock,
  device: { readonly userId: string; readonly deviceId: string },
): Promise<Result<ConnectEntitlement, 'not_found' | 'subscription_required'>> {
  const held = await lockDevice(trx, { userId: device.userId, id: device.deviceId });
  if (held === null) return err('not_found');
  const access = await lockAccess(trx, device.userId, clock.now());
  if (access === null) return err('subscription_required');
  return ok({ slot: held.slot, until: access.until, now: clock.now() });
}
