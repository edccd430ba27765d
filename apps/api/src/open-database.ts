import type { Logger } from 'pino';
import { type Database, openDatabase } from './platform/database/database.ts';
import type { Settings } from './settings.ts';

/** The database of the settings; what goes wrong with an idle connection is logged. */
export function open(settings: Settings, log: Logger, connections: number): Database {
  return openDatabase(settings.databaseUrl, { connections, onError: reportTo(log) });
}

export function reportTo(log: Logger): (error: Error) => void {
  return (error) => log.error({ err: error }, 'database connection');
}

/** Does some work with a database, and leaves no connection behind. */
export async function withDatabase(
  settings: Settings,
  log: Logger,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const db = open(settings, log, 2);
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
