import { type Kysely, sql } from 'kysely';

/** What a location speaks is what its gateways offer; what is special about it is the operator's to say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column openvpn jsonb`.execute(db);
  await sql`
    alter table locations
      drop column protocols,
      add column features text[] not null default '{}'`.execute(db);
}
