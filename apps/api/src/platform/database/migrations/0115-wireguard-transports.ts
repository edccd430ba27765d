import { type Kysely, sql } from 'kysely';

/** Clients get the transports of each gateway over which WireGuard is reached, so that they can choose one before they connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column wireguard_transports jsonb not null default '[]'`.execute(db);
}
