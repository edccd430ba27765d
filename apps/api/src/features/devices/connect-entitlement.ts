import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { holdAccess } from '../subscription/index.ts';
import { holdDevice } from './devices.store.ts';

/** What lets a device in: its own place, the time until when its account has access, and the moment at which both held. */
export interface ConnectEntitlement {
  readonly slot: number;
  readonly until: Date;
  readonly now: Date;
}

/**
 * A device's right to connect, device and subscription locked until the caller is done. `now` is taken under the locks: removing
 * the right afterwards revokes with a later time, so nothing that is issued at `now` slips through in between.
 */
export async function lockConnectEntitlement(
  trx: DatabaseTransaction,
  clock: Clock,
  device: { readonly userId: string; readonly deviceId: string },
): Promise<Result<ConnectEntitlement, 'not_found' | 'subscription_required'>> {
  const held = await holdDevice(trx, { userId: device.userId, id: device.deviceId });
  if (held === null) return err('not_found');
  const access = await holdAccess(trx, device.userId, clock.now());
  if (access === null) return err('subscription_required');
  return ok({ slot: held.slot, until: access.until, now: clock.now() });
}
