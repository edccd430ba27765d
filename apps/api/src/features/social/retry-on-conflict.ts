import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';

const races = ['identities_subject', 'users_verified_email'];
const tries = 4;

/**
 * A transaction that reads before it writes. After a conflicting write (two tabs of one user, two accounts with the same identity) it is
 * retried and sees the other's result.
 */
export async function retryOnConflict<T>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isRace = races.some((name) => isUniqueViolation(error, name));
      if (!isRace || tried === tries) throw error;
    }
  }
}
