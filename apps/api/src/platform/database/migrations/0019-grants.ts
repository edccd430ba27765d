import { type Kysely, sql } from 'kysely';

/** Gateway grants, and their distribution through the change feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_grants (
      id uuid primary key default uuidv7(),
      gateway_id uuid not null references gateways on delete cascade,
      user_id uuid not null references users on delete cascade,
      sub text not null,
      kind text not null check (kind in ('wireguard', 'openvpn')),
      public_key text,
      host bigint,
      mac text,
      created_at timestamptz not null,
      withdrawn_at timestamptz,
      check ((kind = 'wireguard') = (public_key is not null)),
      check ((kind = 'wireguard') = (host is not null)),
      check ((kind = 'openvpn') = (mac is not null))
    )`.execute(db);
  await sql`create unique index gateway_grants_key on gateway_grants (gateway_id, public_key)`.execute(db);
  await sql`create unique index gateway_grants_host on gateway_grants (gateway_id, host)`.execute(db);
  await sql`create unique index gateway_grants_mac on gateway_grants (gateway_id, mac)`.execute(db);
  await sql`create unique index gateway_grants_openvpn on gateway_grants (gateway_id, user_id) where kind = 'openvpn'`.execute(
    db,
  );
  await sql`create index gateway_grants_user on gateway_grants (user_id)`.execute(db);

  // A change names its grant without a foreign key: it outlives the grant whose withdrawal it reports.
  await sql`
    alter table gateway_changes
      add column kind text not null default 'revoke' check (kind in ('revoke', 'grant', 'withdraw')),
      add column grant_id uuid,
      alter column sub drop not null,
      add check ((kind = 'revoke') = (sub is not null)),
      add check ((kind = 'revoke') = (grant_id is null))`.execute(db);
  // When all accounts' OpenVPN credentials were distributed to a new gateway.
  await sql`alter table gateways add column credentials_at timestamptz`.execute(db);
  await sql`
    alter table gateway_feed
      add column keys_version bigint not null default 0,
      add column keys_hash bytea not null default ''`.execute(db);
}
