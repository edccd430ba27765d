import { type Kysely, sql } from 'kysely';

/** Roles and passkeys of operators, and refunds that wait for a second operator. Operators of the earlier release were admins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table operators add column role text not null default 'admin'`,
    sql`alter table operators add constraint operators_role check (role in ('support', 'finance', 'admin')) not valid`,
    sql`
      create table operator_passkeys (
        id uuid primary key default uuidv7(),
        operator_id uuid not null references operators on delete cascade,
        credential_id bytea not null unique,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        is_backup_eligible boolean not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz
      )`,
    sql`create index operator_passkeys_operator on operator_passkeys (operator_id)`,
    // Challenges are sealed in the page; a used one is recorded until it expires, so that it works once.
    sql`
      create table operator_used_challenges (
        challenge_hash bytea primary key,
        expires_at timestamptz not null
      )`,
    sql`create index operator_used_challenges_expiry on operator_used_challenges (expires_at)`,
    sql`
      create table refund_requests (
        id uuid primary key default uuidv7(),
        order_id uuid not null references orders on delete cascade,
        -- The command of comet-ops and its arguments, which an approval runs.
        command text not null,
        arguments text[] not null,
        amount bigint not null check (amount > 0),
        currency text not null,
        requested_by text not null,
        requested_at timestamptz not null,
        expires_at timestamptz not null,
        state text not null check (state in ('pending', 'approved', 'rejected', 'expired')),
        decided_by text,
        -- Of a pending request: when its approval began; it may be repeated if that process died.
        decided_at timestamptz,
        check (decided_by <> requested_by),
        check ((decided_by is null) = (decided_at is null))
      )`,
    sql`create unique index refund_requests_pending on refund_requests (order_id) where state = 'pending'`,
    sql`create index refund_requests_order on refund_requests (order_id)`,
    sql`create index refund_requests_requested on refund_requests (requested_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
