import pg from 'pg';
import { runningStack } from './running-stack.ts';

/** Runs one statement on the database of the stack under test: lets time pass for a row, or takes a table away. */
export async function runSql(statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: runningStack().database });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
