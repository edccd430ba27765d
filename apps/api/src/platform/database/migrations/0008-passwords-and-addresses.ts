import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_passwords (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      password_hash text not null,
      replaced_at timestamptz not null
    )`.execute(db);
  await sql`create index former_passwords_user on former_passwords (user_id, replaced_at)`.execute(db);
}
