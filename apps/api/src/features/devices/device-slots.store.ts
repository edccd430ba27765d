import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Maximum of devices and downloaded configurations together: each is a machine that can connect. */
export const deviceLimit = 10;

/** Counts an account's used slots: devices and downloaded configurations. */
export async function countDeviceSlots(db: Database | DatabaseTransaction, userId: string): Promise<number> {
  const { devices, configs } = await db
    .selectNoFrom((select) => [
      select
        .selectFrom('devices')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('removedAt', 'is', null)
        .$asScalar()
        .as('devices'),
      select
        .selectFrom('wireguardConfigs')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .$asScalar()
        .as('configs'),
    ])
    .executeTakeFirstOrThrow();
  return (devices ?? 0) + (configs ?? 0);
}

/**
 * Returns whether the account may add one more device or configuration. The lock on the account, held until commit, serialises concurrent
 * additions.
 */
export async function reserveDeviceSlot(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return (await countDeviceSlots(trx, userId)) < deviceLimit;
}
