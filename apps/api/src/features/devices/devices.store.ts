import { err, ok, type Result } from '@comet/foundation';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/database/schema.ts';
import type { Revoke } from '../gateways/index.ts';
import { lockAccess } from '../subscription/index.ts';
import { reserveDeviceSlot } from './device-slots.store.ts';

/** A slot of an account: in use, or used before and released at a time. */
interface PastSlot {
  readonly slot: number;
  /** Null while a device uses it. */
  readonly removedAt: Date | null;
}

const slots = 256;

/**
 * Returns the slot for a new device: the lowest one not used recently, else the one released longest ago. A revocation names a slot, so a
 * just released one must not be reused. Null if every slot is in use.
 */
export function chooseSlot(past: readonly PastSlot[]): number | null {
  const held = new Set<number>();
  const freedAt = new Map<number, number>();
  for (const { slot, removedAt } of past) {
    if (removedAt === null) held.add(slot);
    else freedAt.set(slot, Math.max(removedAt.getTime(), freedAt.get(slot) ?? 0));
  }
  let best: { slot: number; freed: number } | null = null;
  for (let slot = 0; slot < slots; slot += 1) {
    if (held.has(slot)) continue;
    const freed = freedAt.get(slot);
    if (freed === undefined) return slot;
    if (best === null || freed < best.freed) best = { slot, freed };
  }
  return best?.slot ?? null;
}

/** How long a removed device is stored, in ms: while a ticket of its slot may be valid. */
const rememberMs = 26 * 3600 * 1000;

export interface StoredDevice {
  readonly id: string;
  readonly name: string;
  readonly platform: Platform;
  readonly createdAt: Date;
  readonly deviceHash: Buffer | null;
  readonly sessionId: string | null;
}

const shown = ['id', 'name', 'platform', 'createdAt', 'deviceHash', 'sessionId'] as const;

/** Returns the user's devices, oldest first, without removed ones. */
export async function devicesOf(db: Database, userId: string): Promise<readonly StoredDevice[]> {
  return db
    .selectFrom('devices')
    .select(shown)
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Adds a device within the limit. A device whose session has ended gets its slot back and keeps its name. */
export async function addDevice(
  db: Database,
  device: {
    readonly userId: string;
    readonly name: string;
    readonly platform: Platform;
    readonly deviceHash: Buffer;
    readonly sessionId: string;
    readonly now: Date;
  },
): Promise<Result<StoredDevice, 'device_limit_reached'>> {
  return db.transaction().execute(async (trx) => {
    const hasPlace = await reserveDeviceSlot(trx, device.userId);
    const returned = await signInAgain(trx, device);
    if (returned !== null) return ok(returned);
    if (!hasPlace) return err('device_limit_reached');
    const past = await trx
      .selectFrom('devices')
      .select(['slot', 'removedAt'])
      .where('userId', '=', device.userId)
      .execute();
    const slot = chooseSlot(past);
    if (slot === null) return err('device_limit_reached');
    const { now, ...values } = device;
    const added = await trx
      .insertInto('devices')
      .values({ ...values, slot, createdAt: now, removedAt: null })
      .returning(shown)
      .executeTakeFirstOrThrow();
    return ok(added);
  });
}

/** Assigns the new session to the device of a machine that was signed out; null if the account has no device of this machine. */
async function signInAgain(
  trx: DatabaseTransaction,
  device: {
    readonly userId: string;
    readonly platform: Platform;
    readonly deviceHash: Buffer;
    readonly sessionId: string;
  },
): Promise<StoredDevice | null> {
  const { userId, platform, deviceHash, sessionId } = device;
  const signedOut = await trx
    .selectFrom('devices')
    .select('id')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash)
    .where('sessionId', 'is', null)
    .where('removedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (signedOut === undefined) return null;
  return trx
    .updateTable('devices')
    .set({ platform, sessionId })
    .where('id', '=', signedOut.id)
    .returning(shown)
    .executeTakeFirstOrThrow();
}

/** Renames a device and returns it; null if the user has no such device. */
export async function renameDevice(
  db: Database,
  device: { readonly userId: string; readonly id: string; readonly name: string },
): Promise<StoredDevice | null> {
  const renamed = await db
    .updateTable('devices')
    .set({ name: device.name })
    .where('id', '=', device.id)
    .where('userId', '=', device.userId)
    .where('removedAt', 'is', null)
    .returning(shown)
    .executeTakeFirst();
  return renamed ?? null;
}

/** Removes a device and ends its sessions; false if the account has no such device. */
export async function removeDevice(
  deps: { readonly db: Database; readonly revoke: Revoke },
  device: { readonly userId: string; readonly id: string; readonly now: Date },
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const removed = await trx
      .updateTable('devices')
      .set({ removedAt: device.now })
      .where('id', '=', device.id)
      .where('userId', '=', device.userId)
      .where('removedAt', 'is', null)
      .returning('slot')
      .executeTakeFirst();
    if (removed === undefined) return false;
    // Without access it has no tunnels: they ended with the access.
    if ((await lockAccess(trx, device.userId, device.now)) !== null)
      await deps.revoke(trx, { userId: device.userId, slot: removed.slot });
    return true;
  });
}

/** Returns the slot of a device that its owner may use, locked so that it cannot be removed before the transaction ends. */
export async function lockDevice(
  trx: DatabaseTransaction,
  device: { readonly userId: string; readonly id: string },
): Promise<{ readonly slot: number } | null> {
  const held = await trx
    .selectFrom('devices')
    .select('slot')
    .where('id', '=', device.id)
    .where('userId', '=', device.userId)
    .where('removedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return held ?? null;
}

/** Deletes the rows of devices that were removed more than 26 hours before `now`. */
export function deleteRemovedDevices(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'devices', {
    key: ['id'],
    orderBy: 'removedAt',
    due: sql`removed_at < ${new Date(now.getTime() - rememberMs)}`,
  });
}
