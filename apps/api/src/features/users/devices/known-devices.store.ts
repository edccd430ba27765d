import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared, queryPrepared } from '../../../platform/database/prepared.ts';
import { deviceHash } from './device-hash.ts';

/** The same as the lifetime of the browser's device id cookie. */
const keptMs = 365 * 24 * 3600 * 1000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const upsertKnownDevice = {
  name: 'upsert-known-device',
  // For an existing row, xmax is the transaction that changed it.
  text: `
    insert into known_devices (user_id, device_hash, last_sign_in, passed_second_factor) values ($1, $2, $3, $4)
    on conflict (user_id, device_hash) do update set
      last_sign_in = greatest(known_devices.last_sign_in, excluded.last_sign_in),
      passed_second_factor = known_devices.passed_second_factor or excluded.passed_second_factor
    where known_devices.last_sign_in < excluded.last_sign_in
      or (excluded.passed_second_factor and not known_devices.passed_second_factor)
    returning xmax = 0 as "isNew"`,
};

const findKnownDevice = {
  name: 'find-known-device',
  text: `
    select true as "isKnown"
    from users
    join known_devices on known_devices.user_id = users.id
    where users.email = $1
      and users.verified_at is not null
      and known_devices.device_hash = sha256(convert_to(users.id || ' ' || $2::text, 'UTF8'))
    limit 1`,
};

/**
 * Records a device's sign-in to an account, and whether it gave the second factor; returns true at its first sign-in. Only the day of the
 * time is stored.
 */
export async function storeDevice(
  trx: DatabaseTransaction,
  device: {
    readonly userId: string;
    readonly deviceId: string;
    readonly now: Date;
    readonly passedSecondFactor?: boolean;
  },
): Promise<boolean> {
  const { userId, deviceId, now, passedSecondFactor = false } = device;
  const row = [userId, deviceHash(userId, deviceId), dayOf(now), passedSecondFactor];
  const [written] = await queryPrepared<{ readonly isNew: boolean }>(trx, upsertKnownDevice, row);
  return written?.isNew ?? false;
}

/**
 * Returns whether a device has signed in to the confirmed account of an email address before. Unconfirmed accounts do not count: anyone can
 * create one for any address. A single query, whose time does not disclose whether the account exists.
 */
export async function isKnownDevice(
  db: Database,
  given: { readonly email: string; readonly deviceId: string },
): Promise<boolean> {
  const found = await queryPrepared(db, findKnownDevice, [given.email, given.deviceId]);
  return found.length > 0;
}

/** Returns whether a device has signed in to an account before, confirmed or not. */
export async function isKnownDeviceOf(
  trx: DatabaseTransaction,
  userId: string,
  deviceId: string | null,
): Promise<boolean> {
  if (deviceId === null) return false;
  const known = await trx
    .selectFrom('knownDevices')
    .select('userId')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash(userId, deviceId))
    .executeTakeFirst();
  return known !== undefined;
}

/** Returns whether the second factor of an account was given on a device before. */
export async function hasPassedSecondFactor(
  db: Database,
  given: { readonly userId: string; readonly deviceId: string | null },
): Promise<boolean> {
  if (given.deviceId === null) return false;
  const found = await db
    .selectFrom('knownDevices')
    .select('userId')
    .where('userId', '=', given.userId)
    .where('deviceHash', '=', deviceHash(given.userId, given.deviceId))
    .where('passedSecondFactor', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes the known devices of an account, except one. */
export async function deleteDevices(
  trx: DatabaseTransaction,
  userId: string,
  keptDeviceId: string | null,
): Promise<void> {
  const all = trx.deleteFrom('knownDevices').where('userId', '=', userId);
  if (keptDeviceId === null) await executePrepared(trx, 'delete-known-devices', all);
  else {
    const others = all.where('deviceHash', '!=', deviceHash(userId, keptDeviceId));
    await executePrepared(trx, 'delete-other-known-devices', others);
  }
}

/** Deletes one device that its owner has revoked. */
export async function deleteDevice(
  trx: DatabaseTransaction,
  userId: string,
  deviceId: string,
): Promise<void> {
  await trx
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash(userId, deviceId))
    .execute();
}

/** Deletes the devices on which an account last signed in more than 365 days before `now`. */
export function deleteOldDevices(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'knownDevices', {
    key: ['userId', 'deviceHash'],
    orderBy: 'lastSignIn',
    due: sql`last_sign_in < ${new Date(now.getTime() - keptMs)}`,
  });
}
