import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';

/** Remembers until when an address rests that is taken out of stock: back in stock before, it goes on resting. */
export async function keepRest(trx: DatabaseTransaction, address: string, restsUntil: Date): Promise<void> {
  await trx
    .insertInto('restedAddresses')
    .values({ address, restsUntil })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ restsUntil }))
    .execute();
}

/** Until when an address rests that comes back into stock, forgotten here with that; null for one that does not. */
export async function restOf(trx: DatabaseTransaction, address: string, now: Date): Promise<Date | null> {
  const kept = await trx
    .deleteFrom('restedAddresses')
    .where('address', '=', address)
    .returning('restsUntil')
    .executeTakeFirst();
  return kept !== undefined && kept.restsUntil > now ? kept.restsUntil : null;
}

export async function forgetRests(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('restedAddresses').where('restsUntil', '<=', now).execute();
}
