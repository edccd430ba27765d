import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteExpired } from '../../platform/database/partitions/delete-expired.ts';

/** Years for which the consent of a withdrawn exit's owner is kept, from the end of the year (§§ 195 and 199 BGB). */
const consentKeptYears = 3;
const trafficKeptMs = 400 * 24 * 3600 * 1000;

/** Deletes expired invitations, traffic of exits by months 400 days after their end, and withdrawn exits after three years. */
export async function deleteOldExits(db: Database, now: Date): Promise<void> {
  await deleteInBatches(db, 'exitInvitations', {
    key: ['tokenHash'],
    orderBy: 'expiresAt',
    due: sql`expires_at < ${now}`,
  });
  await deleteExpired(db, {
    ...{ table: 'exit_days', rows: 'exitDays', key: ['exitId', 'day', 'gatewayId'], by: 'day' },
    before: new Date(now.getTime() - trafficKeptMs),
  });
  await deleteInBatches(db, 'exits', {
    key: ['id'],
    orderBy: 'withdrawnAt',
    due: sql`withdrawn_at < ${new Date(Date.UTC(now.getUTCFullYear() - consentKeptYears, 0, 1))}`,
    // Each has days of traffic.
    size: 20,
  });
}
