import { type Kysely, sql } from 'kysely';

/** The protocols of a location are those that its gateways offer; the operator sets its features. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateways add column openvpn jsonb`.execute(db);
  await sql`
    alter table locations
      drop column protocols,
      add column features text[] not null default '{}'`.execute(db);
}
