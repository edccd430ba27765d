import { type Kysely, sql } from 'kysely';

/**
 * Which machine used a token, and the hash of its public keys: it may repeat a request whose response was lost. Without foreign keys, whose
 * creation would lock the tables of machines: a token without its machine is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table enrolment_tokens add column created_by text, add column gateway_id uuid,
    add column keys_hash bytea`.execute(db);
  await sql`alter table exit_invitations add column created_by text, add column exit_id uuid,
    add column keys_hash bytea`.execute(db);
}
