import { type Kysely, sql } from 'kysely';

/**
 * An exit has one line with one address: two addresses on one exit would be two customers behind the same. Of several, the one in use, or
 * the latest, is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update dedicated_ips set exit_id = null where id in (
      select id from (
        select id, row_number() over (partition by exit_id order by service_id is null, added_at desc, id) as place
        from dedicated_ips where exit_id is not null
      ) as placed where place > 1
    )`.execute(db);
  await sql`drop index dedicated_ips_exit`.execute(db);
  await sql`create unique index dedicated_ips_exit on dedicated_ips (exit_id) where exit_id is not null`.execute(
    db,
  );
}
