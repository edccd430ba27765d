import type { DatabaseTransaction } from '../../platform/database/database.ts';
import { changeDataAccount, lockDataAccounts } from './accounts.store.ts';

const products = ['residential_proxy', 'residential_vpn'] as const;

/** Stops all spending of an account as of a time; null allows it again. Gateways cannot draw leases while it is stopped. */
export async function stopSpending(trx: DatabaseTransaction, userId: string, at: Date | null): Promise<void> {
  const owners = products.map((product) => ({ userId, product }));
  await lockDataAccounts(trx, owners);
  for (const owner of owners) await changeDataAccount(trx, owner, { stoppedAt: at });
}

/**
 * Returns whether an operator has stopped an account's spending; true for a deleted account. Holds a lock until the transaction ends:
 * stopping it afterwards revokes with a later time.
 */
export async function lockSpendingStopped(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  const accounts = await lockDataAccounts(
    trx,
    products.map((product) => ({ userId, product })),
  );
  return accounts.length === 0 || accounts.some(({ stoppedAt }) => stoppedAt !== null);
}
