import { type Kysely, sql } from 'kysely';

/** Operators who may sign in to the console, and their sessions: separate from customers' in everything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operators (
      id uuid primary key,
      name text not null unique,
      -- Null until they have enrolled.
      password_hash text,
      -- Sealed, with the id.
      totp_secret text not null,
      -- The time step of the last code: a code works once.
      last_step bigint not null,
      enrolment_hash bytea unique,
      enrolment_until timestamptz,
      created_at timestamptz not null,
      removed_at timestamptz,
      check ((enrolment_hash is null) = (enrolment_until is null))
    )`.execute(db);
  await sql`
    create table operator_sessions (
      id uuid primary key default uuidv7(),
      operator_id uuid not null references operators on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      used_at timestamptz not null
    )`.execute(db);
  await sql`create index operator_sessions_operator on operator_sessions (operator_id)`.execute(db);
}
