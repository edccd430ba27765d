import type { ReplyOf, api } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type StoredExit = Selectable<Schema['exits']>;

/** Returns an exit that is not withdrawn, locked. */
export async function lockExit(trx: DatabaseTransaction, id: string): Promise<StoredExit | null> {
  const exit = await trx
    .selectFrom('exits')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return exit ?? null;
}

/** Returns the day in UTC: `2026-11-22`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns an exit as shown to its owner. */
export async function showExit(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  id: string,
): Promise<ReplyOf<typeof api.showExit>['exit']> {
  const found = await db.selectFrom('exits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const days = await db
    .selectFrom('exitDays')
    .select('carriedBytes')
    .where('exitId', '=', id)
    .where('day', '=', dayOf(clock.now()))
    .execute();
  const { country, city, network, use, paused } = found;
  return {
    ...{ id, country, city, network, use, paused },
    stopped: found.stoppedAt !== null,
    caps: { bytesPerSecond: found.capBytesPerSecond, dayBytes: found.capDayBytes },
    carriedBytes: days.reduce((sum, day) => sum + day.carriedBytes, 0),
    consent: {
      version: found.consentVersion,
      name: found.consentName,
      at: found.consentedAt.toISOString(),
    },
  };
}
