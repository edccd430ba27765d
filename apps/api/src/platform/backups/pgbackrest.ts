import * as z from 'zod/mini';
import { type Account, runAs } from './run-program.ts';

/** A completed backup. */
export interface Backup {
  /** `20261128-031500F`: F full, D differential, I incremental. */
  readonly label: string;
  readonly startedAt: Date;
  readonly stoppedAt: Date;
  /** The major version of PostgreSQL. */
  readonly version: string;
}

/** Where a restored cluster ends. */
export type RecoveryTarget =
  | { readonly kind: 'restore_point'; readonly name: string }
  | { readonly kind: 'time'; readonly at: Date };

export interface PgBackRest {
  /** Returns the latest backup, or the latest that was complete at a time. Throws a sentence if there is none. */
  latestBackup(at: Date | null): Promise<Backup>;
  /** Restores a backup into an empty folder; PostgreSQL then recovers to the target when it starts. */
  restore(backup: Backup, folder: string, target: RecoveryTarget): Promise<void>;
}

/** `pgbackrest info --output=json`, https://pgbackrest.org/command.html#command-info */
const info = z.array(
  z.object({
    name: z.string(),
    status: z.object({ code: z.int(), message: z.string() }),
    db: z.array(z.object({ id: z.int(), 'repo-key': z._default(z.int(), 1), version: z.string() })),
    backup: z.array(
      z.object({
        label: z.string(),
        timestamp: z.object({ start: z.int(), stop: z.int() }),
        database: z.object({ id: z.int(), 'repo-key': z._default(z.int(), 1) }),
        error: z.optional(z.nullable(z.boolean())),
      }),
    ),
  }),
);

/** pgBackRest reads its configuration from its usual place, or from `PGBACKREST_CONFIG`. */
export function createPgBackRest(stanza: string, account: Account | null): PgBackRest {
  return {
    async latestBackup(at) {
      const printed = await runAs(account, ['pgbackrest', `--stanza=${stanza}`, '--output=json', 'info']);
      const [found] = info.parse(JSON.parse(printed));
      const backups = (found?.backup ?? []).filter(
        ({ timestamp }) => at === null || timestamp.stop * 1000 <= at.getTime(),
      );
      const last = backups.at(-1);
      if (found === undefined || last === undefined) {
        const before = at === null ? '' : ` that was complete at ${at.toISOString()}`;
        const why = found === undefined || found.status.code === 0 ? '' : ` (${found.status.message})`;
        throw new Error(`pgBackRest has no backup of the stanza ${stanza}${before}${why}`);
      }
      if (last.error === true)
        throw new Error(
          `The backup ${last.label} has damaged pages: run pgbackrest info --set=${last.label}`,
        );
      const of = found.db.find(
        ({ id, 'repo-key': key }) => id === last.database.id && key === last.database['repo-key'],
      );
      return {
        label: last.label,
        startedAt: new Date(last.timestamp.start * 1000),
        stoppedAt: new Date(last.timestamp.stop * 1000),
        version: of?.version ?? '',
      };
    },
    async restore({ label }, folder, target) {
      const to =
        target.kind === 'restore_point'
          ? ['--type=name', `--target=${target.name}`]
          : ['--type=time', `--target=${target.at.toISOString().replace('T', ' ').replace('Z', '+00')}`];
      await runAs(account, [
        ...['pgbackrest', `--stanza=${stanza}`, `--set=${label}`, `--pg1-path=${folder}/data`],
        // The copy writes nothing into the archive of the original.
        ...['--archive-mode=off', `--tablespace-map-all=${folder}/tablespaces`],
        ...[...to, '--target-action=promote', '--log-level-console=warn', 'restore'],
      ]);
    },
  };
}
