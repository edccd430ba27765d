import { type Kysely, sql } from 'kysely';

/** Whether a gateway has tunnels leave by a provider's endpoint, too; older ones say nothing of it and do not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upstream_states add column tunnels boolean not null default false`.execute(db);
}
