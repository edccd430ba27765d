import { type Kysely, sql } from 'kysely';

/**
 * Two more kinds of grants: residential proxy users, and endpoints of upstream providers. `terms` holds their specific fields; `holder_id`
 * is the proxy user, service or upstream of the grant, so that it is deleted with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateway_grants
      alter column user_id drop not null,
      alter column sub drop not null,
      add column holder_id uuid,
      add column terms jsonb,
      drop constraint gateway_grants_kind_check,
      drop constraint gateway_grants_check2,
      add constraint gateway_grants_kind_check check (kind in ('wireguard', 'openvpn', 'proxy', 'upstream')),
      add constraint gateway_grants_mac_check check ((kind in ('openvpn', 'proxy')) = (mac is not null)),
      add constraint gateway_grants_terms_check check ((kind in ('proxy', 'upstream')) = (terms is not null)),
      add constraint gateway_grants_holder_check check ((kind in ('proxy', 'upstream')) = (holder_id is not null)),
      add constraint gateway_grants_owner_check check (
        (kind = 'upstream') = (user_id is null) and (user_id is null) = (sub is null)
      )`.execute(db);
  // A gateway rejects a duplicate user name: a replacement is granted after the deletion of the old grant.
  await sql`
    create unique index gateway_grants_username on gateway_grants (gateway_id, (terms ->> 'username')) where kind = 'proxy'`.execute(
    db,
  );
  await sql`create index gateway_grants_holder on gateway_grants (holder_id) where holder_id is not null`.execute(
    db,
  );
}
