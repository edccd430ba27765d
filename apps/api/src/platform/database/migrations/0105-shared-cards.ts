import { type Kysely, sql } from 'kysely';

/**
 * Uses of a card that another account uses too are marked at the second use, so that the list of shared cards reads only those. The lock
 * makes concurrent first uses see each other. Uses by processes of the release before are marked too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table card_uses add column is_shared boolean not null default false`.execute(db);
  await sql`
    create function mark_shared_card() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('card ' || encode(new.card_hash, 'hex'), 0));
      if exists (select from card_uses where card_hash = new.card_hash and user_id is distinct from new.user_id) then
        update card_uses set is_shared = true where card_hash = new.card_hash and not is_shared;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger card_uses_shared after insert on card_uses for each row execute function mark_shared_card()`.execute(
    db,
  );
}
