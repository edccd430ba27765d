import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { isId } from '../operator-commands/index.ts';

/** Returns the account with a confirmed address or id. Throws a sentence for the operator. */
export async function findAccount(
  db: Database | DatabaseTransaction,
  emailOrId: string,
): Promise<{ readonly id: string; readonly email: string }> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('deletedAt', 'is', null)
    .where('verifiedAt', 'is not', null)
    .where(isId(emailOrId) ? 'id' : 'email', '=', emailOrId.trim().toLowerCase())
    .executeTakeFirst();
  if (found === undefined) throw new Error(`No account with a confirmed email: ${emailOrId}`);
  return found;
}
