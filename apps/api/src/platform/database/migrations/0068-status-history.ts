import { type Kysely, sql } from 'kysely';

/** Measured minutes by day, and incidents: measured outages, and those that an operator reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table status_days (
      subject text not null,
      day date not null,
      working integer not null default 0,
      degraded integer not null default 0,
      down integer not null default 0,
      measured_at timestamptz not null,
      primary key (subject, day),
      check (working >= 0 and degraded >= 0 and down >= 0 and working + degraded + down <= 1440)
    )`,
    sql`create index status_days_day on status_days (day)`,
    sql`create table status_incidents (
      id uuid primary key default gen_random_uuid(),
      subject text,
      title text,
      started_at timestamptz not null,
      last_down_at timestamptz,
      ended_at timestamptz,
      check (ended_at >= started_at),
      check (title is not null or (subject is not null and last_down_at is not null))
    )`,
    // One measured outage of a subject at a time.
    sql`create unique index status_incidents_open on status_incidents (subject) where title is null and ended_at is null`,
    sql`create index status_incidents_started on status_incidents (started_at)`,
    sql`create table status_incident_updates (
      id bigint primary key generated always as identity,
      incident_id uuid not null references status_incidents (id) on delete cascade,
      posted_at timestamptz not null,
      body text not null
    )`,
    sql`create index status_incident_updates_incident on status_incident_updates (incident_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
