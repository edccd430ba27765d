import { sql } from 'kysely';
import { lastBackupCheck, type RecordedCheck } from '../features/backup/index.ts';
import type { Database } from '../platform/database/database.ts';
import { sentenceOf } from '../open-database.ts';
import { type Finding, failure, good, warning } from './finding.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The timers run every night; one missed night is a warning, a week without a proof is a failure. */
const [warnDays, failDays] = [2, 7];

/** The continuous archiving of PostgreSQL (pg_stat_archiver). */
export interface Archiver {
  readonly isOn: boolean;
  readonly lastArchivedAt: Date | null;
  readonly lastFailedAt: Date | null;
}

/** Every role may read it. */
export async function readArchiver(db: Database): Promise<Archiver> {
  const { rows } = await sql<{ mode: string; archived: Date | null; failed: Date | null }>`
    select current_setting('archive_mode') as mode, last_archived_time as archived, last_failed_time as failed
    from pg_stat_archiver`.execute(db);
  const [row] = rows;
  return {
    isOn: row !== undefined && row.mode !== 'off',
    lastArchivedAt: row?.archived ?? null,
    lastFailedAt: row?.failed ?? null,
  };
}

/** Archiving by PostgreSQL, and the last `backup check`, which is recorded on whichever machine it ran. */
export async function checkBackups(
  db: Database,
  now: Date,
  archiver: (db: Database) => Promise<Archiver>,
): Promise<readonly Finding[]> {
  try {
    return [archiveFinding(await archiver(db), now), backupFinding(await lastBackupCheck(db), now)];
  } catch (error) {
    return [warning('backups', sentenceOf(error), 'repair the database first')];
  }
}

/** Fails if PostgreSQL archives no WAL, or if its last attempt failed; warns if nothing was archived yet (`pg_stat_archiver`). */
export function archiveFinding({ isOn, lastArchivedAt, lastFailedAt }: Archiver, now: Date): Finding {
  const part = 'archive';
  if (!isOn)
    return failure(
      part,
      'PostgreSQL archives nothing, so that only whole backups could be restored',
      'set up pgBackRest: “Backup and restore” in docs/operations.md',
    );
  const remedy = 'run pgbackrest check on the machine of PostgreSQL, and read its log';
  if (lastArchivedAt === null)
    return lastFailedAt === null
      ? warning(part, 'PostgreSQL has not archived anything yet', remedy)
      : failure(part, `every attempt has failed, the last ${ageOf(lastFailedAt, now)} ago`, remedy);
  if (lastFailedAt !== null && lastFailedAt > lastArchivedAt)
    return failure(part, `the last attempt, ${ageOf(lastFailedAt, now)} ago, has failed`, remedy);
  return good(part, `PostgreSQL archived its log ${ageOf(lastArchivedAt, now)} ago`);
}

/** Fails if the last `backup check` failed or there was none, and warns or fails if it or the backup is too old. */
export function backupFinding(last: RecordedCheck | null, now: Date): Finding {
  const part = 'backup';
  const enable = 'enable comet-backup-check.timer, and read its journal';
  if (last === null)
    return failure(part, 'no backup was ever restored', 'run comet-ops backup check where the backups are');
  const ago = `${ageOf(last.at, now)} ago`;
  if (last.reason !== null)
    return failure(part, `backup check failed ${ago} (${last.reason})`, 'repair it, then repeat the command');
  const found = `${last.label} of ${ageOf(last.stoppedAt, now)} ago was restored and compared ${ago}`;
  const oldest = Math.min(last.at.getTime(), last.stoppedAt.getTime());
  const days = (now.getTime() - oldest) / dayMs;
  if (days > failDays) return failure(part, found, enable);
  return days > warnDays ? warning(part, found, enable) : good(part, found);
}

/** `3 hours`, `2 days`. */
function ageOf(at: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - at.getTime());
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} days`;
  const hours = Math.floor(ms / hourMs);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
