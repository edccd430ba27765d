import { err, type Result } from '@comet/foundation';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../../platform/database/database.ts';

/** One transaction. Where another account confirmed the address meanwhile, nothing changes and a link is not consumed. */
export async function refuseTakenAddress<Outcome>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Outcome>,
): Promise<Outcome | Result<never, 'email_taken'>> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email')) return err('email_taken');
    throw error;
  }
}
