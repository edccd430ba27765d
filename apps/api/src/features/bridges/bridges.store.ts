import type { Database } from '../../platform/database/database.ts';

/** Maximum number of bridges in the server list, as in its schema. */
export const maxListedBridges = 64;

/** The bridges of the server list, as text; those added first come first. */
export async function listedBridges(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('bridges')
    .select('line')
    .where('listed', '=', true)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxListedBridges)
    .execute();
  return rows.map(({ line }) => line);
}
