import type { Log } from '@comet/foundation/log';
import type { Traces } from '@comet/observability/traces';
import {
  type Database,
  openDatabase,
  createDatabaseClock,
  type DatabaseClock,
  WrongClock,
} from './platform/database/database.ts';
import { openReplicaReads } from './platform/database/replica-reads.ts';
import { requireSchema } from './platform/database/migrate.ts';
import type { Settings } from './settings.ts';

/** Opens the database of the settings; errors of idle connections are logged. */
export function open(
  settings: Settings,
  log: Log,
  connections: number,
  traces: Pick<Traces, 'step'> | null = null,
): Database {
  return openDatabase(settings.databaseUrl, {
    ...{ connections, onError: reportTo(log) },
    ...(traces === null
      ? {}
      : {
          onStatement: (text, milliseconds) => traces.step(nameOfStatement(text), milliseconds, dbAttributes),
        }),
  });
}

/** Opens the replica of the settings for reads that may be a second old; `db` itself without one. */
export function openReads(
  { replicaUrl }: Pick<Settings, 'replicaUrl'>,
  log: Log,
  db: Database,
): { readonly db: Database; close(): Promise<void> } {
  if (replicaUrl === null) return { db, close: () => Promise.resolve() };
  return openReplicaReads(db, replicaUrl, {
    connections: 8,
    onError: reportTo(log),
    onChange: (isUsed) =>
      isUsed
        ? log.info('reads that may be a second old go to the replica')
        : log.warn('the replica is away or late: its reads go to the primary'),
  });
}

const dbAttributes = { 'db.system.name': 'postgresql' } as const;

/** `select "id" from "users" where …` → `select users`. A statement may contain literals, so its text is not sent. */
export function nameOfStatement(text: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text) ?? [];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}

/** Returns a listener that logs the errors of idle database connections. */
export function reportTo(log: Log): (error: Error) => void {
  return (error) => log.error({ err: error }, 'database connection');
}

/** Compares the clocks, as the first query to the database. Throws `WrongClock`, or one sentence that names the variable to check. */
export async function compareFirst(clock: DatabaseClock): Promise<void> {
  try {
    await clock.compare();
  } catch (error) {
    if (error instanceof WrongClock) throw error;
    throw new Error(`The database at DATABASE_URL isn’t responding: ${sentenceOf(error)}`, { cause: error });
  }
}

/** A connection that fails for all addresses of a name has no message, only its code. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/**
 * Runs work with a database and its clock, and closes all connections. Throws `WrongClock` first where this machine's clock is too far from
 * the database's, and `WrongSchema` where this release cannot run on the database's schema.
 */
export async function withDatabase(
  settings: Settings,
  log: Log,
  work: (db: Database, clock: DatabaseClock) => Promise<unknown>,
): Promise<void> {
  await withAnySchema(settings, log, async (db, clock) => {
    await requireSchema(db);
    await work(db, clock);
  });
}

/** As `withDatabase`, with any schema or none. */
export async function withAnySchema(
  settings: Settings,
  log: Log,
  work: (db: Database, clock: DatabaseClock) => Promise<unknown>,
): Promise<void> {
  const db = open(settings, log, 2);
  try {
    const clock = createDatabaseClock(db);
    await compareFirst(clock);
    await work(db, clock);
  } finally {
    await db.destroy();
  }
}
