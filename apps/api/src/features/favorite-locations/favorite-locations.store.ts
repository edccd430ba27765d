import type { Database } from '../../platform/database/database.ts';

interface Favorite {
  readonly userId: string;
  readonly location: string;
}

/** Returns the codes of a user's favourite locations, by country and city. */
export async function favoritesOf(db: Database, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('favoriteLocations')
    .innerJoin('locations', 'locations.code', 'favoriteLocations.locationCode')
    .select('locations.code')
    .where('favoriteLocations.userId', '=', userId)
    .orderBy('locations.countryName')
    .orderBy('locations.city')
    .orderBy('locations.code')
    .execute();
  return rows.map(({ code }) => code);
}

/** Returns false if there is no such location. */
export async function markFavorite(
  db: Database,
  { userId, location, now }: Favorite & { readonly now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('locations')
      .select('code')
      .where('code', '=', location)
      .forKeyShare()
      .executeTakeFirst();
    if (known === undefined) return false;
    await trx
      .insertInto('favoriteLocations')
      .values({ userId, locationCode: location, markedAt: now })
      .onConflict((conflict) => conflict.columns(['userId', 'locationCode']).doNothing())
      .execute();
    return true;
  });
}

/** Deletes a favourite; does nothing if the location is none. */
export async function unmarkFavorite(db: Database, { userId, location }: Favorite): Promise<void> {
  await db
    .deleteFrom('favoriteLocations')
    .where('userId', '=', userId)
    .where('locationCode', '=', location)
    .execute();
}
