import pg from 'pg';
import { runningStack } from './running-stack.ts';

/** Runs one SQL statement on the database of the stack under test. */
export async function runSql(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: runningStack().database });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
