import { type Kysely, sql } from 'kysely';

/**
 * Short order numbers, `CV-7K3M9Q`, for people; URLs and references keep the id. Six random digits of Crockford's base32
 * (https://www.crockford.com/base32.html): a number tells nothing about how many orders there are. The default also numbers the orders of
 * API processes of the previous release. Existing orders get theirs in the next migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column number text`.execute(db);
  await sql`create unique index orders_number on orders (number)`.execute(db);
  // Volatile, so that it sees the numbers that its own statement has given. Two transactions can still choose the same one at once.
  await sql`
    create function new_order_number() returns text language plpgsql volatile as $$
    declare
      chosen text;
      random bytea;
    begin
      loop
        -- Bytes 0 to 5 of a UUIDv4 are random; 256 is a multiple of 32.
        random := uuid_send(gen_random_uuid());
        chosen := 'CV-';
        for digit in 0..5 loop
          chosen := chosen || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(random, digit) % 32 + 1, 1);
        end loop;
        if not exists (select from orders where number = chosen) then
          return chosen;
        end if;
      end loop;
    end $$`.execute(db);
  await sql`alter table orders alter column number set default new_order_number()`.execute(db);
}
