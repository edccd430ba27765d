import { type Kysely, sql } from 'kysely';

/**
 * Files of old ledger entries of removed accounts, their sums, and the references of the entries, by which a late movement finds its payment
 * and is not booked twice. The release before does not read them: a dispute about a payment whose entry is in a file becomes a task for an
 * operator there. Files exist only after `LEDGER_ARCHIVE_AFTER_MONTHS` is set.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`
      create table ledger_archives (
        id uuid primary key default uuidv7(),
        month date not null check (extract(day from month) = 1),
        key text not null unique,
        sha256 bytea not null,
        entries integer not null check (entries > 0),
        started_at timestamptz not null,
        moved_at timestamptz
      )`,
    sql`create index ledger_archives_month on ledger_archives (month)`,
    sql`create index ledger_archives_unfinished on ledger_archives (started_at) where moved_at is null`,
    sql`
      create table ledger_archive_sums (
        archive_id uuid not null references ledger_archives on delete cascade,
        provider text not null,
        kind text not null,
        currency text not null,
        entries integer not null check (entries > 0),
        amount bigint not null,
        tax bigint not null,
        primary key (archive_id, provider, kind, currency)
      )`,
    sql`
      create table archived_references (
        provider text not null,
        kind text not null,
        reference text not null,
        product text not null,
        archive_id uuid not null references ledger_archives on delete cascade,
        primary key (provider, kind, reference)
      )`,
    sql`create index archived_references_archive on archived_references (archive_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
