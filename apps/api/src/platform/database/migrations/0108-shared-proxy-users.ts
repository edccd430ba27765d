import { type Kysely, sql } from 'kysely';

/**
 * Residential proxy users as one grant of all gateways (kind `proxyuser`): `mac` is its verifier. Checks that are not valid suffice: rows of
 * earlier releases fulfil them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateway_grants
      drop constraint gateway_grants_kind_check,
      drop constraint gateway_grants_mac_check,
      drop constraint gateway_grants_terms_check,
      drop constraint gateway_grants_holder_check,
      drop constraint gateway_grants_owner_check,
      add constraint gateway_grants_kind_check
        check (kind in ('wireguard', 'openvpn', 'proxy', 'upstream', 'credential', 'proxyuser')) not valid,
      add constraint gateway_grants_mac_check
        check ((kind in ('openvpn', 'proxy', 'credential', 'proxyuser')) = (mac is not null)) not valid,
      add constraint gateway_grants_terms_check
        check ((kind in ('proxy', 'upstream', 'proxyuser')) = (terms is not null)) not valid,
      add constraint gateway_grants_holder_check
        check ((kind in ('proxy', 'upstream', 'proxyuser')) = (holder_id is not null)) not valid,
      add constraint gateway_grants_owner_check check (
        (kind = 'upstream') = (user_id is null) and (kind in ('upstream', 'credential', 'proxyuser')) = (sub is null)
      ) not valid,
      add constraint gateway_grants_proxy_user_check check (kind <> 'proxyuser' or gateway_id is null) not valid`.execute(
    db,
  );
  // Since when there is such a grant; null until then.
  await sql`alter table proxy_users add column shared_at timestamptz`.execute(db);
}
