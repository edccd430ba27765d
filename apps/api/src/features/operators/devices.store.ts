import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

const keptMs = 365 * 24 * 3600 * 1000;

/** Returns whether an operator has signed in with a browser before. */
export async function isDeviceOf(
  db: Database,
  { operator, deviceHash }: { readonly operator: { readonly id: string }; readonly deviceHash: Buffer },
): Promise<boolean> {
  const found = await db
    .selectFrom('operatorDevices')
    .select('operatorId')
    .where('operatorId', '=', operator.id)
    .where('tokenHash', '=', deviceHash)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores a browser under a new token, replacing its previous one. */
export async function storeDevice(
  trx: DatabaseTransaction,
  device: {
    readonly operatorId: string;
    readonly hash: Buffer;
    readonly replaced: Buffer | null;
    readonly now: Date;
  },
): Promise<void> {
  const { operatorId, hash, replaced, now } = device;
  if (replaced !== null) {
    await trx
      .deleteFrom('operatorDevices')
      .where('operatorId', '=', operatorId)
      .where('tokenHash', '=', replaced)
      .execute();
  }
  await trx.insertInto('operatorDevices').values({ operatorId, tokenHash: hash, signedInAt: now }).execute();
}

/** Removes the browsers of an operator whose access was removed or renewed. */
export async function deleteDevicesOf(trx: DatabaseTransaction, operatorId: string): Promise<void> {
  await trx.deleteFrom('operatorDevices').where('operatorId', '=', operatorId).execute();
}

/** Deletes the devices on which an operator last signed in more than 365 days before `now`. */
export async function deleteOldDevices(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('operatorDevices')
    .where('signedInAt', '<', new Date(now.getTime() - keptMs))
    .execute();
}
