import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import { executePrepared } from '../../../platform/database/prepared.ts';

/**
 * Deletes a two-factor set-up that its activation link has not finished, with its recovery codes; the link then counts as expired. For
 * transactions that hold the account's row.
 */
export async function discardUnfinishedSetUp(trx: DatabaseTransaction, userId: string): Promise<void> {
  const unfinished = trx
    .deleteFrom('twoFactor')
    .where('userId', '=', userId)
    .where(
      sql<boolean>`exists (select from users where id = two_factor.user_id and two_factor_enabled_at is null)`,
    );
  await executePrepared(trx, 'discard-two-factor-set-up', unfinished);
}
