import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';

/**
 * The version of what gateways are told about keys: it grows whenever that is not what was told last, by any replica, so that no
 * earlier word can be repeated to a gateway.
 */
export async function keysVersionOf(db: Database, keys: unknown): Promise<number> {
  const keysHash = createHash('sha256').update(JSON.stringify(keys)).digest();
  const known = await db
    .selectFrom('gatewayFeed')
    .select(['keysVersion', 'keysHash'])
    .executeTakeFirstOrThrow();
  if (known.keysHash.equals(keysHash)) return known.keysVersion;
  return db.transaction().execute(async (trx) => {
    const last = await trx
      .selectFrom('gatewayFeed')
      .select(['keysVersion', 'keysHash'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (last.keysHash.equals(keysHash)) return last.keysVersion;
    const keysVersion = last.keysVersion + 1;
    await trx.updateTable('gatewayFeed').set({ keysVersion, keysHash }).execute();
    return keysVersion;
  });
}
