import pg from 'pg';
import { runningStack } from './running-stack.ts';

/** Runs one statement on the database of the stack under test: to age a row, or to remove a table. */
export async function runSql(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: runningStack().database });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
