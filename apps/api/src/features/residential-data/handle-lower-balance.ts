import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { changeAccount, type DataAccount } from './accounts.store.ts';
import { balanceOf } from './balance.ts';
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
 * Follow-up of a lower balance: notifies the locked account at certain percentages, once each, and starts an automatic purchase where it is
 * enabled.
 */
export async function handleLowerBalance(
  deps: SpendingDeps,
  trx: DatabaseTransaction,
  account: DataAccount,
): Promise<void> {
  const { availableBytes } = await balanceOf(trx, account);
  await purchaseWhenLow(deps, trx, account, availableBytes);
  const step = noticeDue({ ...account, availableBytes });
  if (step === null) return;
  await changeAccount(trx, account, { noticedPercent: step });
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
