import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';

/** Time in ms within which a return to an earlier address counts as use in two locations; an exit calls at least every twelve hours. */
const windowMs = 24 * 3_600_000;

/** Time in ms between two writes for an unchanged address. It shortens the window by at most as much. */
const refreshMs = 3_600_000;

/**
 * Records an exit's source address. Returns true if the exit is back at an address after it used another one of the same family, all within
 * a day: a residential line that gets a new address does not return to the old one, while a copied credential is used alternately. IPv4 and
 * IPv6 are compared separately, since a line has both. Writes if the address is new or not the latest, and otherwise once an hour.
 */
export async function recordExitSource(
  db: Database,
  exitId: string,
  source: string,
  now: Date,
): Promise<boolean> {
  const [since, refresh] = [new Date(now.getTime() - windowMs), new Date(now.getTime() - refreshMs)];
  const { rows } = await sql<{ alternates: boolean; isDue: boolean }>`
    select
      coalesce(own.last_used_at >= ${since} and other.last_used_at > own.last_used_at, false) as alternates,
      own.last_used_at is null or own.last_used_at <= ${refresh}
        or coalesce(other.last_used_at >= own.last_used_at, false) as is_due
    from (
      select max(last_used_at) as last_used_at from exit_addresses
      where exit_id = ${exitId} and address <> ${source}
        and (address like '%:%') = (${source}::text like '%:%')
    ) other
    left join exit_addresses own on own.exit_id = ${exitId} and own.address = ${source}`.execute(db);
  const [found] = rows;
  if (found?.isDue !== false)
    await sql`
      insert into exit_addresses (exit_id, address, last_used_at) values (${exitId}, ${source}, ${now})
      on conflict (exit_id, address) do update
        set last_used_at = greatest(exit_addresses.last_used_at, excluded.last_used_at)`.execute(db);
  return found?.alternates ?? false;
}

/** Returns each exit's source addresses of the last day, the latest last. */
export async function exitSources(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.selectFrom('exitAddresses').selectAll().orderBy('lastUsedAt').execute();
  const byExit = Map.groupBy(rows, ({ exitId }) => exitId);
  return new Map([...byExit].map(([id, used]) => [id, used.map(({ address }) => address)]));
}

/** Removes source addresses that are too old to compare: they are addresses of homes. */
export function deleteExitSources(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'exitAddresses', {
    key: ['exitId', 'address'],
    orderBy: 'lastUsedAt',
    due: sql`last_used_at < ${new Date(now.getTime() - windowMs)}`,
  });
}
