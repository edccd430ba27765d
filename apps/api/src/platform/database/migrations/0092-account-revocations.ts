import { type Kysely, sql } from 'kysely';

/** Revocations of an account for all gateways. Checks that are not valid suffice: no change is kept for longer than 26 hours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gateway_changes
      alter column gateway_id drop not null,
      add column account_keys text[],
      drop constraint gateway_changes_kind_check,
      drop constraint gateway_changes_check,
      drop constraint gateway_changes_check1,
      add constraint gateway_changes_kind_check check (kind in ('revoke', 'grant', 'withdraw', 'revoke_account')) not valid,
      add constraint gateway_changes_check check ((kind = 'revoke') = (sub is not null)) not valid,
      add constraint gateway_changes_check1 check ((kind in ('grant', 'withdraw')) = (grant_id is not null)) not valid,
      add constraint gateway_changes_account check
        ((kind = 'revoke_account') = (account_keys is not null) and (kind <> 'revoke_account' or gateway_id is null)) not valid`.execute(
    db,
  );
  await sql`alter table gateway_feed add column account_keys_from integer not null default 0`.execute(db);
}
