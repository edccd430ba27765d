import {
  CamelCasePlugin,
  Kysely,
  type PostgresPool,
  type Transaction,
  sql,
  type DatabaseIntrospector,
  PostgresDialect,
  type SchemaMetadata,
  type TableMetadata,
} from 'kysely';
import pg from 'pg';
import { openPipeline, type Pipeline } from './pipeline.ts';
import { withPreparedStatements } from './prepared.ts';
import type { Schema } from './schema.ts';
import { type Clock, systemClock } from '@comet/foundation';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';

/** Milliseconds by which the clock of this machine may differ from the database's. */
export const maxClockDrift = 10_000;

const everyMs = 15_000;

export class WrongClock extends Error {
  constructor(offset: number) {
    const seconds = Math.round(Math.abs(offset) / 1000);
    const direction = offset > 0 ? 'behind' : 'ahead of';
    super(
      `This computer's clock is ${seconds} s ${direction} the database's: sync both by NTP, at most ${maxClockDrift / 1000} s apart`,
    );
  }
}

/** The database's clock, which all replicas share. */
export interface DatabaseClock extends Clock {
  /** Compares again; throws `WrongClock` beyond the limit, and the database's error where it does not respond. */
  compare(): Promise<void>;
  /**
   * Compares the clocks repeatedly; `onWrong` is called once the clock is wrong. A database that does not respond is no evidence about the
   * clock.
   */
  watch(onWrong: (error: WrongClock) => void): void;
  stop(): void;
}

/**
 * Starts from the machine's own clock; `compare` sets it from the database's, with the precision of the round-trip time. Between two
 * comparisons it follows the monotonic clock, so a jump of the machine's clock does not change it.
 */
export function createDatabaseClock(
  db: Database,
  machine: Clock = systemClock,
  monotonicMs: () => number = () => performance.now(),
): DatabaseClock {
  let known = { time: machine.now().getTime(), at: monotonicMs() };
  let timer: NodeJS.Timeout | undefined;
  const compare = async () => {
    // On one connection, so that the second query does not wait for one.
    const { sent, serverTime, received, own } = await db.connection().execute(async (connection) => {
      await sql`select`.execute(connection);
      const sent = monotonicMs();
      const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(connection);
      return { sent, serverTime: rows[0]?.time, received: monotonicMs(), own: machine.now().getTime() };
    });
    if (serverTime === undefined) throw new Error('The database returned no time');
    const uncertainty = (received - sent) / 2;
    const time = serverTime.getTime() + uncertainty;
    known = { time, at: received };
    if (Math.abs(time - own) - uncertainty > maxClockDrift) throw new WrongClock(time - own);
  };
  return {
    now: () => new Date(known.time + monotonicMs() - known.at),
    compare,
    watch(onWrong) {
      timer = setInterval(() => {
        compare().catch((error: unknown) => {
          if (!(error instanceof WrongClock)) return;
          clearInterval(timer);
          onWrong(error);
        });
      }, everyMs);
    },
    stop: () => clearInterval(timer),
  };
}

export type Database = Kysely<Schema>;
/** The caller's open transaction; a function with this parameter writes only as part of it. */
export type DatabaseTransaction = Transaction<Schema>;

const int8 = 20;

/** The only conversion of a 64-bit integer to a number. It throws rather than round. */
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

/** A separate connection for the short statements of every request. */
export function openQuickStatements(
  url: string,
  options: { readonly onError: (error: Error) => void },
): Pipeline {
  return openPipeline(url, { ...options, types });
}

interface PoolOptions {
  readonly connections: number;
  readonly onError: (error: Error) => void;
}

interface StatementOptions {
  /** Called after each statement, with its text and without its parameters. */
  readonly onStatement?: (text: string, milliseconds: number) => void;
}

/** A pool of at most `connections`, opened on demand. `onError` is called for idle connections that break. */
export function openDatabase(url: string, options: PoolOptions & StatementOptions): Database {
  const pool = createPool(url, options);
  const db = databaseOn(pool, options);
  pools.set(db, pool);
  return db;
}

/** As in `openDatabase`, without statements. Further properties are those of the pool. */
export function createPool(
  url: string,
  { connections, onError, ...further }: PoolOptions & pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // These stay open: a server with a full disk may refuse new connections, and reads need some.
    min: Math.min(connections, 4),
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'comet-api',
    // An unfinished transaction must not hold its locks forever.
    idle_in_transaction_session_timeout: 60_000,
    types,
    ...further,
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. An error between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** The statements of a pool. */
export function databaseOn(pool: pg.Pool | PostgresPool, { onStatement }: StatementOptions = {}): Database {
  const prepared = pool instanceof pg.Pool ? withPreparedStatements(pool) : pool;
  const db = new Kysely<Schema>({
    dialect: new Dialect({ pool: prepared }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(onStatement === undefined
      ? {}
      : { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }),
  });
  preparedPools.set(db, prepared);
  return db;
}

const preparedPools = new WeakMap<Database, PostgresPool>();

/** The connections that a database takes its statements from. */
export function poolOf(db: Database): PostgresPool {
  const pool = preparedPools.get(db);
  if (pool === undefined) throw new Error('The database has no pool');
  return pool;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Connections of a database's pool: in use, idle, the maximum, and callers that wait for one. */
export function connectionsOf(db: Database): {
  readonly used: number;
  readonly idle: number;
  readonly max: number;
  readonly waiting: number;
} {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('The database has no pool');
  const { totalCount, idleCount, waitingCount, options } = pool;
  return { used: totalCount - idleCount, idle: idleCount, max: options.max, waiting: waitingCount };
}

/** The foreign keys that reference a session. */
const sessionKeys: ReadonlySet<string> = new Set([
  'one_time_tokens_session_id_fkey',
  'passkey_challenges_session_id_fkey',
  'social_sign_ins_session_id_fkey',
  'device_authorizations_approved_by_fkey',
  'devices_session_id_fkey',
]);

/** Returns true where a row references a session that has ended since the lookup. */
export function isSessionGone(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23503' && sessionKeys.has(error.constraint ?? '')
  );
}

/** Returns true for the violation of a unique constraint or index, or of the named one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * PostgreSQL with an introspection of the migrator's own tables only, its one user: it looks for them twice for each migration, and Kysely's
 * introspection reads the columns of all tables, which is half of the CPU time of migrating an empty database.
 */
class Dialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return {
      getSchemas: () => Promise.resolve<SchemaMetadata[]>([]),
      getTables: () => migratorTables(db),
    };
  }
}

async function migratorTables(db: Kysely<unknown>): Promise<TableMetadata[]> {
  const names = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name where to_regclass(name) is not null`.execute(db);
  return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
}
