import { type Kysely, sql } from 'kysely';

/**
 * OpenVPN credentials as one grant of all gateways (kind `credential`): `mac` is its verifier, and `sealed_key` its encrypted key. A revocation
 * of an account may withdraw it. Checks that are not valid suffice: rows of earlier releases fulfil them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateway_grants
      add column sealed_key text,
      drop constraint gateway_grants_kind_check,
      drop constraint gateway_grants_mac_check,
      drop constraint gateway_grants_owner_check,
      add constraint gateway_grants_kind_check
        check (kind in ('wireguard', 'openvpn', 'proxy', 'upstream', 'credential')) not valid,
      add constraint gateway_grants_mac_check
        check ((kind in ('openvpn', 'proxy', 'credential')) = (mac is not null)) not valid,
      add constraint gateway_grants_owner_check check (
        (kind = 'upstream') = (user_id is null) and (kind in ('upstream', 'credential')) = (sub is null)
      ) not valid,
      add constraint gateway_grants_credential_check
        check ((kind = 'credential') = (sealed_key is not null) and (kind <> 'credential' or gateway_id is null)) not valid`.execute(
    db,
  );
  await sql`
    alter table gateway_changes
      drop constraint gateway_changes_check1,
      add constraint gateway_changes_check1
        check ((kind in ('grant', 'withdraw')) = (grant_id is not null) or kind = 'revoke_account') not valid`.execute(
    db,
  );
  // Since when it supports such credentials; null while it does not.
  await sql`alter table gateways add column credentials_shared_at timestamptz`.execute(db);
  // The user name of which there is a grant of all gateways: the release before replaces a pair without it.
  await sql`alter table openvpn_credentials add column shared_username text`.execute(db);
}
