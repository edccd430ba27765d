import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared } from '../../../platform/database/prepared.ts';
import { deviceHash } from './device-hash.ts';

const lifetimeMs = 30 * 24 * 3600 * 1000;

/** Trusts a device id to sign in to an account without a second factor for 30 days. */
export async function trustDevice(
  trx: DatabaseTransaction,
  trust: { readonly userId: string; readonly deviceId: string; readonly now: Date },
): Promise<void> {
  const trustedUntil = new Date(trust.now.getTime() + lifetimeMs);
  await trx
    .insertInto('trustedDevices')
    .values({ userId: trust.userId, deviceHash: deviceHash(trust.userId, trust.deviceId), trustedUntil })
    .onConflict((conflict) => conflict.columns(['userId', 'deviceHash']).doUpdateSet({ trustedUntil }))
    .execute();
}

/** Returns whether the device may sign in without the second factor at `now`. False without a device id. */
export async function isTrustedDevice(
  trx: DatabaseTransaction,
  given: { readonly userId: string; readonly deviceId: string | null; readonly now: Date },
): Promise<boolean> {
  if (given.deviceId === null) return false;
  const trusted = await trx
    .selectFrom('trustedDevices')
    .select('userId')
    .where('userId', '=', given.userId)
    .where('deviceHash', '=', deviceHash(given.userId, given.deviceId))
    .where('trustedUntil', '>', given.now)
    .executeTakeFirst();
  return trusted !== undefined;
}

/** Removes all trusted devices of an account, so that each requires the second factor again: part of ending all sessions. */
export async function deleteTrustedDevices(trx: DatabaseTransaction, userId: string): Promise<void> {
  const trusted = trx.deleteFrom('trustedDevices').where('userId', '=', userId);
  await executePrepared(trx, 'delete-trusted-devices', trusted);
}

/** Removes the trust in one device. */
export async function deleteTrust(trx: DatabaseTransaction, userId: string, deviceId: string): Promise<void> {
  await trx
    .deleteFrom('trustedDevices')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash(userId, deviceId))
    .execute();
}

/** Deletes the trust of devices that has ended at `now`. */
export function deletePastTrust(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'trustedDevices', {
    key: ['userId', 'deviceHash'],
    orderBy: 'trustedUntil',
    due: sql`trusted_until < ${now}`,
  });
}
