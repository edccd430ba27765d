import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Devices and downloaded configurations share it: each is a machine that can be connected. */
export const deviceLimit = 10;

/** How many of an account's places are taken, by devices and by downloaded configurations. */
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

/** Whether one more fits. The lock on the account, held until commit, puts simultaneous additions in a line. */
export async function reserveDeviceSlot(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return (await countDeviceSlots(trx, userId)) < deviceLimit;
}
