import type { DatabaseTransaction } from '../database/database.ts';
import type { Letter } from './letter.ts';
import type { Outbox } from './outbox.ts';

/** A fact about which an account hears once: `receipt` of the transaction `txn_1`. */
export interface PostedFact {
  readonly userId: string;
  readonly kind: string;
  readonly fact: string;
}

/**
 * Posts a letter unless one about the same fact was posted before; true when it was not. The database decides, so that duplicates, races
 * and replicas end up with one. An account that is deleted hears nothing.
 */
export async function postOnce(
  deps: { readonly outbox: Outbox },
  trx: DatabaseTransaction,
  about: PostedFact & { readonly now: Date },
  letter: Letter,
): Promise<boolean> {
  const { now, ...fact } = about;
  const reader = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', about.userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (reader === undefined) return false;
  const posted = await trx
    .insertInto('postedLetters')
    .values({ ...fact, postedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'fact']).doNothing())
    .returning('kind')
    .executeTakeFirst();
  if (posted === undefined) return false;
  await deps.outbox.post(trx, reader.email, letter);
  return true;
}
