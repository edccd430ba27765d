import { type Kysely, sql } from 'kysely';

export const runsInTransaction = false;

/** The audit log by operator and by action, the latest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`drop index concurrently if exists operator_actions_operator`,
    sql`create index concurrently operator_actions_operator on operator_actions (operator, id)`,
    sql`drop index concurrently if exists operator_actions_action`,
    sql`create index concurrently operator_actions_action on operator_actions (action, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
