import type { DatabaseTransaction, Database } from '../../platform/database/database.ts';
import type { OperatorAction } from '../../platform/database/schema.ts';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';

/** Records an operator's action, in the transaction of the action. */
export async function recordOperatorAction(
  trx: DatabaseTransaction,
  done: {
    readonly operator: string;
    readonly action: OperatorAction;
    /** The account that the action concerns, if any. */
    readonly userId?: string;
    readonly details: Readonly<Record<string, unknown>>;
    readonly now: Date;
  },
): Promise<void> {
  const { operator, action, userId = null, details, now } = done;
  await trx
    .insertInto('operatorActions')
    .values({ operator, action, userId, details: JSON.stringify(details), doneAt: now })
    .execute();
}

/** What an operator read, and sign-ins. */
const readsKeptMs = 400 * 24 * 3600 * 1000;
/** Years for which changes are kept, from the end of the year: they explain entries of the ledger (§ 147 AO). */
const changesKeptYears = 10;

/** Deletes the records of reads and sign-ins after 400 days, and of changes after ten years. */
export async function deleteOldActions(db: Database, now: Date): Promise<void> {
  const rows = { key: ['id'], orderBy: 'doneAt' } as const;
  const due = [
    sql<boolean>`action in ('operator_read', 'operator_refused', 'operator_sign_in', 'operator_sign_in_failed')
      and done_at < ${new Date(now.getTime() - readsKeptMs)}`,
    sql<boolean>`done_at < ${new Date(Date.UTC(now.getUTCFullYear() - changesKeptYears, 0, 1))}`,
  ];
  for (const each of due) await deleteInBatches(db, 'operatorActions', { ...rows, due: each });
}
