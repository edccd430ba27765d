import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { openPipeline, type Pipeline } from './pipeline.ts';
import { keepPrepared } from './prepared.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;
/** A transaction that the caller has open; a function that takes one writes only as a part of something larger. */
export type DatabaseTransaction = Transaction<Schema>;

const int8 = 20;

/** The one place where a 64-bit integer becomes a number. It throws rather than round. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A 64-bit integer does not fit a number exactly');
  return value;
}

function parserOf(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === int8 && format !== 'binary') return exactNumber;
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
}

const types = { getTypeParser: parserOf };

/** A connection of its own for the short statements that every request makes. */
export function openQuickStatements(
  url: string,
  options: { readonly onError: (error: Error) => void },
): Pipeline {
  return openPipeline(url, { ...options, types });
}

/** A pool of at most `connections`, opened as they are needed. `onError` hears of idle connections that break. */
export function openDatabase(
  url: string,
  options: { readonly connections: number; readonly onError: (error: Error) => void },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    // Stay open: a server whose disk is full may refuse new connections, and reads need some.
    min: Math.min(options.connections, 4),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'comet-api',
    // A forgotten transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    types,
  });
  pool.on('error', options.onError);
  // The pool listens only while a connection is idle. One that breaks between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: keepPrepared(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** The foreign keys by which rows hang on a session. */
const sessionKeys: ReadonlySet<string> = new Set([
  'one_time_tokens_session_id_fkey',
  'passkey_challenges_session_id_fkey',
  'social_sign_ins_session_id_fkey',
  'device_authorizations_approved_by_fkey',
  'devices_session_id_fkey',
]);

/** True where a row was to hang on a session that has ended since it was looked up. */
export function isSessionGone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && sessionKeys.has(error.constraint ?? '')
  );
}

/** True for the violation of a unique constraint or index, of the named one when a name is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}
