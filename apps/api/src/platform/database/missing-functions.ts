import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * RFC 9562 §5.7 with the method of PostgreSQL 18: milliseconds, then 12 bits of their fraction, then random bits. Ids of one session ascend
 * with the microseconds of their creation.
 */
const uuidv7 = sql`
  create or replace function uuidv7() returns uuid language sql volatile parallel safe as $$
    select encode(
      overlay(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send(us / 1000) from 3) from 1 for 6)
        placing int2send((28672 + (us % 1000) * 4096 / 1000)::int2) from 7 for 2),
      'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) now
  $$`;

/**
 * Creates the functions that the migrations use and that PostgreSQL has only since version 18: `uuidv7()`. Where PostgreSQL has its own, ours
 * is not created; a database that was moved from an older version keeps ours for its existing defaults.
 */
export async function createMissingFunctions(db: Database): Promise<void> {
  const { rows } = await sql`select where to_regprocedure('uuidv7()') is null`.execute(db);
  if (rows.length > 0) await uuidv7.execute(db);
}
