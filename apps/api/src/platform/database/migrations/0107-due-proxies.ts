import { type Kysely, sql } from 'kysely';

/** Marks the active services without a proxy user: earlier releases compared all services every hour instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update services set proxy_due_at = now() where state = 'active' and proxy_due_at is null
      and not exists (select from gateway_grants held where held.holder_id = services.id)`.execute(db);
}
