import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server for the database tests, a name of this run that distinguishes its databases, and the program that starts a server for a
     * single test.
     */
    database: { readonly server: string; readonly run: string; readonly ownServer: string };
  }
}

/** A database that belongs to one test file. */
export interface TestDatabase {
  /** A connection string for the API or for a client. */
  readonly url: string;
  /** Removes it and closes all connections. Call it in afterAll. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database. With `migrate`, the first caller of a run migrates a template under a lock and every database is a copy of it,
 * which takes PostgreSQL tens of milliseconds; give another `template` name to another migration.
 */
export async function createDatabase(
  options: { readonly migrate?: (url: string) => Promise<void>; readonly template?: string } = {},
): Promise<TestDatabase> {
  const { run } = inject('database');
  const name = `comet_test_${run}_${randomBytes(5).toString('hex')}`;
  const { migrate } = options;
  const template =
    migrate === undefined
      ? null
      : await migratedTemplate(`comet_test_${run}_${options.template ?? 'migrated'}`, migrate);
  // Copying the files costs half as much as writing each page to the log.
  const copied = template === null ? '' : ` template ${template} strategy file_copy`;
  await onServer((server) => server.query(`create database ${name}${copied}`));
  return {
    url: urlOf(name),
    drop: () =>
      onServer(async (server) => void (await server.query(`drop database if exists ${name} with (force)`))),
  };
}

async function migratedTemplate(name: string, migrate: (url: string) => Promise<void>): Promise<string> {
  await onServer(async (server) => {
    await server.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await server.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 1) return;
    const unfinished = `${name}_new`;
    await server.query(`create database ${unfinished}`);
    await migrate(urlOf(unfinished));
    // A copy requires a template without connections; the rename marks a completed migration.
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      unfinished,
    ]);
    await server.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

function urlOf(database: string): string {
  const url = new URL(inject('database').server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs work on a connection to the server's maintenance database; closing it releases its advisory locks. */
async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: inject('database').server });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
