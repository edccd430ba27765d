import pg from 'pg';

/** A statement that PostgreSQL parses once per connection. Columns are named as the rows' properties are. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** The statement may be retried when a connection breaks before its result arrives. */
  readonly isRead: boolean;
}

/** Runs the short statements of every request, outside any transaction. */
export interface Pipeline {
  rows<Row extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * One connection with many statements in flight (PostgreSQL's pipeline mode), opened with the first one and reopened after a failure. Not
 * for statements that wait for locks, which would block those behind them, nor for writes that must survive a crash of PostgreSQL.
 */
export function openPipeline(
  url: string,
  options: { readonly types: pg.CustomTypesConfig; readonly onError: (error: Error) => void },
): Pipeline {
  let current: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let closed = false;

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'comet-api pipeline',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      statement_timeout: 5_000,
      types: options.types,
      pipeline: true,
      // A crash may lose the counts of its last second; no statement waits for a disk write of another.
      options: '-c synchronous_commit=off',
    });
    const lost = () => {
      if (current === client) current = null;
    };
    client.on('error', (error) => {
      lost();
      options.onError(error);
    });
    client.on('end', lost);
    await client.connect();
    current = client;
    return client;
  }

  function connected(): Promise<pg.Client> {
    if (closed) throw new Error('The pipeline is closed');
    opening ??= open().finally(() => (opening = null));
    return opening;
  }

  return {
    async rows<Row extends object>(statement: PreparedStatement, values: readonly unknown[]) {
      const client = current ?? (await connected());
      try {
        return await runStatement<Row>(client, statement, values);
      } catch (error) {
        if (!isOfTheConnection(error)) throw error;
        if (current === client) {
          current = null;
          client.end().catch(() => undefined);
        }
        if (!statement.isRead || closed) throw error;
        return await runStatement<Row>(current ?? (await connected()), statement, values);
      }
    },
    async close() {
      closed = true;
      const client = current ?? (await opening?.catch(() => null));
      await client?.end();
    },
  };
}

/** Returns true where the connection failed rather than the statement: SQLSTATEs 08… and 57P…, or no response from the server. */
function isOfTheConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}

function runStatement<Row extends object>(
  client: pg.Client,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query<Row>({ name, text, values: values as unknown[] }, (error: Error | null, result) =>
      error === null ? resolve(result.rows) : reject(error),
    );
  });
}
