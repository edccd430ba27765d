import { type Kysely, sql } from 'kysely';

/** Clients get the further WireGuard ports of each gateway, so that they can choose one before they connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column wireguard_extra_ports integer[] not null default '{}'`.execute(
    db,
  );
}
