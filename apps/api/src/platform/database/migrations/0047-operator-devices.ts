import { type Kysely, sql } from 'kysely';

/** Known browsers of an operator: failures on them are counted separately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_devices (
      operator_id uuid not null references operators on delete cascade,
      token_hash bytea not null,
      signed_in_at timestamptz not null,
      primary key (operator_id, token_hash)
    )`.execute(db);
  await sql`create index operator_devices_age on operator_devices (signed_in_at)`.execute(db);
}
