import { type Kysely, sql } from 'kysely';

/** Gives existing orders a number. In the order of ids and in batches: it locks rows only, and no batch reads those before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      last uuid := '00000000-0000-0000-0000-000000000000';
      ids uuid[];
    begin
      loop
        select array_agg(id order by id) into ids
          from (select id from orders where id > last order by id limit 10000) as batch;
        exit when ids is null;
        update orders set number = new_order_number() where id = any (ids) and number is null;
        last := ids[array_upper(ids, 1)];
      end loop;
    end $$`.execute(db);
}
