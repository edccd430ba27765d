import { CompiledQuery, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import type { Database, DatabaseTransaction } from './database.ts';
import { createTakeConnection } from './spare-connections.ts';

/**
 * A statement whose text never changes. Columns are named one by one, as the rows' properties are: a `*` would fail on connections
 * that were open when a migration widened it.
 */
interface Prepared {
  /** Lower case and hyphens, the same for no other statement. */
  readonly name: string;
  readonly text: string;
}

const mark = /^\/\* ([a-z-]+) \*\/ /;

/** Asks a statement that PostgreSQL parses once a connection, and soon plans no more: for what comes in waves. */
export async function askPrepared<Row>(
  db: Database | DatabaseTransaction,
  { name, text }: Prepared,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(`/* ${name} */ ${text}`, [...values]));
  return rows;
}

/** A pool whose connections keep the statements of `askPrepared` under their names. */
export function keepPrepared(pool: pg.Pool): PostgresPool {
  const take = createTakeConnection(pool);
  const keepers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await take();
      const keeper = keepers.get(client) ?? new Keeper(client);
      keepers.set(client, keeper);
      return keeper;
    },
  };
}

class Keeper implements PostgresPoolClient {
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
