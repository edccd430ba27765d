import type { Database } from '../../platform/database/database.ts';
import * as z from 'zod/mini';
import { recordOperatorAction, type OperatorDeps } from '../operator-commands/index.ts';
import type { BackupReport } from './check-backup.ts';

/** The last `backup check`. */
export interface RecordedCheck {
  readonly at: Date;
  /** Why it failed; null if the backup was restored and equal. */
  readonly reason: string | null;
  /** The backup, and when it was complete. */
  readonly label: string;
  readonly stoppedAt: Date;
}

const stored = z.object({
  reason: z.nullable(z.string()),
  label: z.string(),
  stoppedAt: z.string(),
});

/** Records the result, for `doctor` on every machine and for the audit log. */
export async function recordCheck(
  { db, clock, operator }: OperatorDeps,
  result: BackupReport | { readonly reason: string },
): Promise<void> {
  const now = clock.now();
  const details =
    'backup' in result
      ? { reason: null, label: result.backup.label, stoppedAt: result.backup.stoppedAt }
      : { reason: result.reason, label: '', stoppedAt: now };
  await db
    .transaction()
    .execute((trx) => recordOperatorAction(trx, { operator, action: 'check_backup', details, now }));
}

/** Returns the result of the last `backup check`; null if there was none. */
export async function lastBackupCheck(db: Database): Promise<RecordedCheck | null> {
  const row = await db
    .selectFrom('operatorActions')
    .select(['details', 'doneAt'])
    .where('action', '=', 'check_backup')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { stoppedAt, ...details } = stored.parse(row.details);
  return { ...details, stoppedAt: new Date(stoppedAt), at: row.doneAt };
}
