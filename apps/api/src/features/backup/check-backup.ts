import type { Clock } from '@comet/foundation';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import type { Backup, PgBackRest, RecoveryTarget } from '../../platform/backups/pgbackrest.ts';
import type { Account } from '../../platform/backups/run-program.ts';
import { removeScratch, scratchFolder, startScratch } from '../../platform/backups/scratch-instance.ts';
import { differences, type Checksums, checksumsOf, ledgerChecksumsBefore } from './database-checksums.ts';
import { markRestorePoint } from './restore-point.ts';

export interface CheckBackupDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly databaseUrl: string;
  readonly pgBackRest: PgBackRest;
  readonly account: Account | null;
  /** Returns the folder of the programs of a major version of PostgreSQL. */
  readonly programsOf: (version: string) => string;
}

export interface BackupReport {
  readonly backup: Backup;
  /** The restore point, or the time, to which it was restored. */
  readonly target: RecoveryTarget;
  readonly seconds: number;
  /** The checksums of the restored database. */
  readonly figures: Checksums;
  /** How many of them were compared with the running database. */
  readonly compared: number;
}

const maxRecoveryMs = 6 * 3600 * 1000;

/**
 * Restores the last backup into a temporary instance, and compares it with the running database: by default up to a restore point that is
 * marked now, where every checksum must be equal; with `at` up to that second, where the ledger of the days before must be equal.
 */
export async function checkBackup(deps: CheckBackupDeps, at: Date | null): Promise<BackupReport> {
  const began = performance.now();
  if (at !== null && at > deps.clock.now()) throw new Error(`${at.toISOString()} is in the future`);
  const backup = await deps.pgBackRest.latestBackup(at);
  const point = await markRestorePoint(deps.db, `comet_check_${deps.clock.now().getTime()}`);
  const target: RecoveryTarget =
    at === null ? { kind: 'restore_point', name: point.name } : { kind: 'time', at };
  const folder = await scratchFolder(deps.account);
  try {
    await deps.pgBackRest.restore(backup, folder, target);
    const { account, programsOf } = deps;
    const programs = programsOf(backup.version);
    const scratch = await startScratch(folder, { account, programs, maxRecoveryMs });
    try {
      const { figures, compared } = await compare(deps, scratch.urlLike(deps.databaseUrl), { point, at });
      return { backup, target, seconds: Math.round((performance.now() - began) / 1000), figures, compared };
    } finally {
      await scratch.stop();
    }
  } finally {
    await removeScratch(folder);
  }
}

async function compare(
  deps: CheckBackupDeps,
  scratchUrl: string,
  { point, at }: { readonly point: { readonly checksums: Checksums }; readonly at: Date | null },
): Promise<Pick<BackupReport, 'figures' | 'compared'>> {
  const scratch = openDatabase(scratchUrl, { connections: 1, onError: () => undefined });
  try {
    await sql`set default_transaction_read_only = on`.execute(scratch);
    const figures = await checksumsOf(scratch);
    const [expected, found] =
      at === null
        ? [point.checksums, figures]
        : await Promise.all([
            ledgerChecksumsBefore(deps.db, dayOf(at)),
            ledgerChecksumsBefore(scratch, dayOf(at)),
          ]);
    const wrong = differences(expected, found);
    if (wrong.length > 0)
      throw new Error(`The restored database differs from the running one: ${wrong.join('; ')}`);
    return { figures, compared: Object.keys(expected).length };
  } finally {
    await scratch.destroy();
  }
}

const dayOf = (at: Date) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
