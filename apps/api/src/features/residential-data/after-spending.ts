import type { Clock } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { changeAccount, type DataAccount } from './accounts.store.ts';
import { balanceOf } from './balance.ts';
import { dataLetter } from './letters.ts';
import { noticeDue } from './notice-due.ts';

export interface SpendingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
}

/** What follows from there being less than before: an account, which the caller holds, is told at certain shares, once each. */
export async function afterSpending(
  deps: SpendingDeps,
  trx: DatabaseTransaction,
  account: DataAccount,
): Promise<void> {
  const { availableBytes } = await balanceOf(trx, account);
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
  await deps.outbox.post(trx, reader.email, dataLetter({ product, step, availableBytes, dashboardUrl }));
}
