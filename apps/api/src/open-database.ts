import type { Logger } from 'pino';
import { type Database, openDatabase } from './platform/database/database.ts';
import { createDatabaseClock, type DatabaseClock } from './platform/database/database-clock.ts';
import type { Settings } from './settings.ts';

/** The database of the settings; what goes wrong with an idle connection is logged. */
export function open(settings: Settings, log: Logger, connections: number): Database {
  return openDatabase(settings.databaseUrl, { connections, onError: reportTo(log) });
}

export function reportTo(log: Logger): (error: Error) => void {
  return (error) => log.error({ err: error }, 'database connection');
}

/**
 * Does some work with a database, by its time, and leaves no connection behind. Throws `WrongClock` before the work where this machine's clock
 * is too far from the database's.
 */
export async function withDatabase(
  settings: Settings,
  log: Logger,
  work: (db: Database, clock: DatabaseClock) => Promise<unknown>,
): Promise<void> {
  const db = open(settings, log, 2);
  try {
    const clock = createDatabaseClock(db);
    await clock.compare();
    await work(db, clock);
  } finally {
    await db.destroy();
  }
}
