import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';

/**
 * Counts the sign-in methods of an account: its password, each passkey, each connected provider. Callers that remove one hold the account's
 * row locked, so that the count stays true.
 */
export async function countSignInMethods(trx: DatabaseTransaction, userId: string): Promise<number> {
  const { ways } = await trx
    .selectFrom('users')
    .select(
      sql<number>`(password_hash is not null)::int
        + (select count(*) from passkeys where user_id = users.id)
        + (select count(*) from identities where user_id = users.id)`.as('ways'),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return ways;
}
