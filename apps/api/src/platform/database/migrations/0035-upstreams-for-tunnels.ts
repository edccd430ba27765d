import { type Kysely, sql } from 'kysely';

/**
 * Whether a gateway supports upstream endpoints for tunnels, too; older gateways do not report it and do not. Adds blocked destinations and
 * bandwidth caps per endpoint.
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
