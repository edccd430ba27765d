import { type Kysely, sql } from 'kysely';

/** Forwarded ports whose holders an operator blocks after a report of abuse. They name no account, and are deleted after a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table gateway_port_blocks (
    id uuid primary key default gen_random_uuid(),
    gateway_id uuid not null references gateways (id) on delete cascade,
    address inet not null,
    port integer not null check (port between 1 and 65535),
    created_at timestamptz not null
  )`.execute(db);
  await sql`create index gateway_port_blocks_gateway on gateway_port_blocks (gateway_id, created_at)`.execute(
    db,
  );
}
