import {
  type Compilable,
  CompiledQuery,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import type { Database, DatabaseTransaction } from './database.ts';

/** How long in ms no further connections are opened after the server refused one for lack of capacity. */
const restMs = 5_000;

/**
 * Takes a connection of the pool. Where the server refuses another one (class 53: its disk is full, or it has too many), the open ones are
 * shared for a while; without any, the error is thrown.
 */
function createTakeConnection(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const maxConnections = pool.options.max;
  let rest: NodeJS.Timeout | undefined;
  const useOpenOnes = () => {
    // The pool reads its limit at each request: callers wait for a connection instead of opening one.
    pool.options.max = pool.totalCount;
    clearTimeout(rest);
    rest = setTimeout(() => (pool.options.max = maxConnections), restMs);
    rest.unref();
  };
  return async function take() {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        const hasNoRoom = error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
        if (!hasNoRoom || pool.totalCount === 0) throw error;
        useOpenOnes();
      }
    }
  };
}

/**
 * A statement with constant text. Columns are named individually, like the rows' properties: a `*` would fail on connections that were open
 * when a migration added a column.
 */
interface Prepared {
  /** Lower case and hyphens, unique per statement. */
  readonly name: string;
  readonly text: string;
}

const mark = /^\/\* ([a-z-]+) \*\/ /;

/** Runs a prepared statement, which PostgreSQL parses once per connection and plans only a few times: for frequent queries. */
export async function queryPrepared<Row>(
  db: Database | DatabaseTransaction,
  { name, text }: Prepared,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(`/* ${name} */ ${text}`, [...values]));
  return rows;
}

/**
 * Runs a statement of the query builder as a prepared one: planning a short statement costs more than running it. The text must be constant,
 * so a statement with optional parts has a name for each form, and lists are passed as arrays.
 */
export async function executePrepared<Row>(
  db: Database | DatabaseTransaction,
  name: string,
  query: Compilable<Row>,
): Promise<readonly Row[]> {
  const compiled = query.compile();
  const { rows } = await db.executeQuery<Row>({ ...compiled, sql: `/* ${name} */ ${compiled.sql}` });
  return rows;
}

/** A pool whose connections prepare the statements of `queryPrepared` under their names. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const take = createTakeConnection(pool);
  const recorders = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await take();
      const recorder = recorders.get(client) ?? new Recorder(client);
      recorders.set(client, recorder);
      return recorder;
    },
  };
}

class Recorder implements PostgresPoolClient {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  query<Row>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    const name = mark.exec(text)?.[1];
    const query = { ...(name === undefined ? {} : { name }), text, values: [...values] };
    return this.#client.query(query) as unknown as Promise<PostgresQueryResult<Row>>;
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }
}
