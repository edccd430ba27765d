import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { changeAccount, type DataAccount } from './accounts.store.ts';
import { balanceOf } from './balance.ts';
import { buyWhenLow } from './buy-more.ts';
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
 * What follows from there being less than before: an account, which the caller holds, is told at certain shares, once each, and has more
 * bought where it wants that.
 */
export async function afterSpending(
  deps: SpendingDeps,
  trx: DatabaseTransaction,
  account: DataAccount,
): Promise<void> {
  const { availableBytes } = await balanceOf(trx, account);
  await buyWhenLow(deps, trx, account, availableBytes);
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
