import { type Kysely, sql } from 'kysely';

/** Marks devices on which the second factor was given: wrong codes on them are counted separately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table known_devices add column passed_second_factor boolean not null default false`.execute(
    db,
  );
  // A device that first signed in after two-factor was enabled has passed the second factor.
  await sql`
    update known_devices set passed_second_factor = true
    from users
    where users.id = known_devices.user_id
      and known_devices.last_sign_in > (users.two_factor_enabled_at at time zone 'UTC')::date`.execute(db);
}
