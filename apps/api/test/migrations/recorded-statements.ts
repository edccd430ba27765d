import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Returns the SQL that a migration sends to a database without rows, in order; `$1` stands for a parameter. */
export async function recordedStatements(migration: Migration): Promise<readonly string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await migration.up(db);
  return statements;
}
