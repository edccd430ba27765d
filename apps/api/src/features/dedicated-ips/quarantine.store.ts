import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Stores the quarantine end of an address that leaves the stock, so that it still applies if the address returns earlier. */
export async function recordQuarantine(
  trx: DatabaseTransaction,
  address: string,
  restsUntil: Date,
): Promise<void> {
  await trx
    .insertInto('restedAddresses')
    .values({ address, restsUntil })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ restsUntil }))
    .execute();
}

/** Deletes and returns the quarantine end of an address that returns to the stock; null if it has none or it has passed. */
export async function consumeQuarantine(
  trx: DatabaseTransaction,
  address: string,
  now: Date,
): Promise<Date | null> {
  const kept = await trx
    .deleteFrom('restedAddresses')
    .where('address', '=', address)
    .returning('restsUntil')
    .executeTakeFirst();
  return kept !== undefined && kept.restsUntil > now ? kept.restsUntil : null;
}

/** Deletes the quarantine ends that have passed at `now`. */
export function deleteExpiredQuarantines(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'restedAddresses', {
    key: ['address'],
    orderBy: 'restsUntil',
    due: sql`rests_until <= ${now}`,
  });
}
