import type { Database } from '../../platform/database/database.ts';
import { maxSessions } from '../users/index.ts';

/** Sessions that still require the second factor and are listed: they are not limited in number. */
const maxLimited = 20;

/**
 * The sessions of an account that began since `begunSince` and were used since `usedSince`, the one with `firstId` first, then by last use.
 * At most 100, and 20 that still require the second factor.
 */
export async function sessionsOf(
  db: Database,
  of: {
    readonly userId: string;
    readonly firstId: string;
    readonly usedSince: Date;
    readonly begunSince: Date;
  },
) {
  const latest = (isLimited: boolean, limit: number) =>
    db
      .selectFrom('accessTokens')
      .select(['id', 'client', 'platform', 'deviceName', 'method', 'isLimited', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', of.userId)
      .where('isLimited', '=', isLimited)
      .where('lastUsedAt', '>=', of.usedSince)
      .where('createdAt', '>=', of.begunSince)
      .orderBy('lastUsedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  const rows = (await Promise.all([latest(false, maxSessions), latest(true, maxLimited)])).flat();
  return rows.toSorted(
    (one, other) =>
      Number(other.id === of.firstId) - Number(one.id === of.firstId) ||
      other.lastUsedAt.getTime() - one.lastUsedAt.getTime(),
  );
}
