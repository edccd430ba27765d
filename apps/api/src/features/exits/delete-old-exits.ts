import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database } from '../../platform/database/database.ts';
import { dayOf } from './exits.store.ts';

/** Years for which the consent of a withdrawn exit's owner is kept, from the end of the year (§§ 195 and 199 BGB). */
const consentKeptYears = 3;
const trafficKeptMs = 400 * 24 * 3600 * 1000;

/** Deletes expired invitations, traffic of exits after 400 days, and withdrawn exits after three years. */
export async function deleteOldExits(db: Database, now: Date): Promise<void> {
  await deleteInBatches(db, 'exitInvitations', {
    key: ['tokenHash'],
    orderBy: 'expiresAt',
    due: sql`expires_at < ${now}`,
  });
  await deleteInBatches(db, 'exitDays', {
    key: ['exitId', 'day', 'gatewayId'],
    orderBy: 'day',
    due: sql`day < ${dayOf(new Date(now.getTime() - trafficKeptMs))}::date`,
  });
  await deleteInBatches(db, 'exits', {
    key: ['id'],
    orderBy: 'withdrawnAt',
    due: sql`withdrawn_at < ${new Date(Date.UTC(now.getUTCFullYear() - consentKeptYears, 0, 1))}`,
    // Each has days of traffic.
    size: 20,
  });
}
