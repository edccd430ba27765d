import { reasonOf } from '@comet/foundation';
import {
  type CommandArguments,
  type OperatorDeps,
  readArguments,
  readIf,
  readTime,
} from '../operator-commands/index.ts';
import { type BackupReport, type CheckBackupDeps, checkBackup } from './check-backup.ts';
import { recordCheck } from './recorded-check.store.ts';

/** Runs `backup check [--at TIME] [--json]` and records the result. Throws one sentence if the backup does not restore. */
export async function backupCommand(
  deps: CheckBackupDeps & OperatorDeps,
  [verb, ...args]: CommandArguments,
): Promise<string> {
  if (verb !== 'check') throw new Error('Use backup check, with --at TIME for a point in time');
  const { options, flags } = readArguments(args, { positions: [], options: ['at'], flags: ['json'] });
  const report = await checked(deps, readIf(options.at, readTime) ?? null);
  return flags.has('json') ? JSON.stringify(report, null, 2) : textOf(report);
}

async function checked(deps: CheckBackupDeps & OperatorDeps, at: Date | null): Promise<BackupReport> {
  try {
    const report = await checkBackup(deps, at);
    await recordCheck(deps, report);
    return report;
  } catch (error) {
    // The reason of the check is more useful than that of a database which cannot record it.
    await recordCheck(deps, { reason: reasonOf(error) }).catch(() => undefined);
    throw error;
  }
}

function textOf({ backup, target, seconds, figures, compared }: BackupReport): string {
  const end = target.kind === 'time' ? target.at.toISOString() : `the restore point ${target.name}`;
  const same = target.kind === 'time' ? 'figures of the ledger before that day' : 'figures';
  return [
    `The backup ${backup.label} of ${backup.stoppedAt.toISOString()} restores to ${end}; ${compared} ${same} equal those of the running database (${seconds} s).`,
    ...Object.entries(figures).map(([name, value]) => `  ${name}: ${value}`),
  ].join('\n');
}
