import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { changeAccount, holdAccounts } from './accounts.store.ts';

const products = ['residential_proxy', 'residential_vpn'] as const;

/** Stops all spending of an account at a time, or with null allows it again. Gateways draw nothing while it is stopped. */
export async function stopSpending(trx: DatabaseTransaction, userId: string, at: Date | null): Promise<void> {
  const owners = products.map((product) => ({ userId, product }));
  await holdAccounts(trx, owners);
  for (const owner of owners) await changeAccount(trx, owner, { stoppedAt: at });
}

/** Whether an operator has stopped an account's spending. */
export async function isStopped(db: Database | DatabaseTransaction, userId: string): Promise<boolean> {
  const stopped = await db
    .selectFrom('dataAccounts')
    .select('userId')
    .where('userId', '=', userId)
    .where('stoppedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return stopped !== undefined;
}
