import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../platform/database/database.ts';

const races = ['identities_subject', 'users_verified_email'];
const tries = 4;

/**
 * One transaction that looks first and then writes. Where somebody else wrote in between (the same person in two tabs, two accounts
 * that reach for one identity), it is done over and finds what the other has left.
 */
export async function settled<T>(db: Database, work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isRace = races.some((name) => isUniqueViolation(error, name));
      if (!isRace || tried === tries) throw error;
    }
  }
}
