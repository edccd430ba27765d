import { type Kysely, sql } from 'kysely';

/**
 * Whether a gateway has tunnels leave by a provider's endpoint, too; older ones say nothing of it and do not. And what the operator lets
 * nobody reach through an endpoint, and how much goes through it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upstream_states add column tunnels boolean not null default false`.execute(db);
  await sql`
    alter table upstreams
      add column denied_ports integer[] not null default '{}',
      add column denied_networks text[] not null default '{}',
      add column denied_names text[] not null default '{}',
      add column limit_bytes_per_second bigint check (limit_bytes_per_second > 0)`.execute(db);
}
