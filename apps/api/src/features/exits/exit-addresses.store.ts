import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Milliseconds within which a return to an earlier address counts as two places in use; an exit calls every twelve hours at least. */
const windowMs = 24 * 3_600_000;

/**
 * Notes from where an exit calls. True where it is back at an address after another one of the same family was used, all within a day:
 * a residential line that gets a new address does not return to the old one, while a copied credential is used in turns. IPv4 and IPv6
 * are compared each by itself, for a line has both.
 */
export async function noteExitSource(
  db: Database,
  exitId: string,
  source: string,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - windowMs);
  // What is selected is as it was before the insert: all parts of one statement see the same snapshot.
  const { rows } = await sql<{ alternates: boolean }>`
    with noted as (
      insert into exit_addresses (exit_id, address, last_used_at) values (${exitId}, ${source}, ${now})
      on conflict (exit_id, address) do update set last_used_at = greatest(exit_addresses.last_used_at, excluded.last_used_at)
    )
    select exists (
      select 1 from exit_addresses own join exit_addresses other using (exit_id)
      where exit_id = ${exitId} and own.address = ${source} and own.last_used_at >= ${since}
        and other.last_used_at > own.last_used_at
        and (other.address like '%:%') = (own.address like '%:%')
    ) as alternates`.execute(db);
  return rows[0]?.alternates ?? false;
}

/** From where each exit has called within the last day, the latest address last. */
export async function exitSources(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('exitAddresses').selectAll().orderBy('lastUsedAt').execute();
  const byExit = Map.groupBy(rows, ({ exitId }) => exitId);
  return new Map([...byExit].map(([id, used]) => [id, used.map(({ address }) => address)]));
}

/** They are addresses of homes: they are kept as long as they can be compared. */
export async function forgetExitSources(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('exitAddresses')
    .where('lastUsedAt', '<', new Date(now.getTime() - windowMs))
    .execute();
}
