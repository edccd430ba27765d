import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { changeDataAccount, type DataAccount } from './accounts.store.ts';
import { balancesOf } from './balance.ts';
import { purchaseWhenLow } from './automatic-purchase.ts';
import { dataEmail } from './emails.ts';
import { noticeDue } from './notice-due.ts';

export interface SpendingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly jobs: JobQueue;
  readonly dashboardUrl: string;
}

/**
 * Follow-up of lower balances: notifies the locked accounts at certain percentages, once each, and starts an automatic purchase where it is
 * enabled. Accounts for which neither is due cost no statement of their own.
 */
export async function handleLowerBalances(
  deps: SpendingDeps,
  trx: DatabaseTransaction,
  accounts: readonly DataAccount[],
): Promise<void> {
  const balances = await balancesOf(trx, accounts);
  for (const [index, account] of accounts.entries())
    await handleLowerBalance(deps, trx, account, balances[index]?.availableBytes ?? 0);
}

async function handleLowerBalance(
  deps: SpendingDeps,
  trx: DatabaseTransaction,
  account: DataAccount,
  availableBytes: number,
): Promise<void> {
  await purchaseWhenLow(deps, trx, account, availableBytes);
  const step = noticeDue({ ...account, availableBytes });
  if (step === null) return;
  await changeDataAccount(trx, account, { noticedPercent: step });
  const reader = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', account.userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (reader === undefined) return;
  const { product } = account;
  const { dashboardUrl } = deps;
  await deps.outbox.post(trx, reader.email, dataEmail({ product, step, availableBytes, dashboardUrl }));
}
