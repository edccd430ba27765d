import { type Kysely, sql } from 'kysely';

/** Requires the numbers that every order has by now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      alter column number set not null,
      add constraint orders_number_format check (number ~ '^CV-[0-9A-HJKMNP-TV-Z]{6}$')`.execute(db);
}
