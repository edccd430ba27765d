import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { addMonths } from '../plans/index.ts';

/** How long card uses are kept, the same as for mailboxes. */
const keptMonths = 12;
const forgottenBefore = (now: Date) => addMonths(now, -keptMonths);

interface CardUse {
  readonly cardHash: Buffer;
  readonly kind: 'trial' | 'refund';
  readonly userId: string;
  readonly orderId: string;
  readonly usedAt: Date;
}

/** Records the card of a trial, or of a payment that is to be refunded: once per order. It never blocks an order. */
export async function recordCardUse(trx: DatabaseTransaction, use: CardUse, now: Date): Promise<void> {
  if (use.usedAt <= forgottenBefore(now)) return;
  await trx
    .insertInto('cardUses')
    .values(use)
    .onConflict((conflict) => conflict.columns(['orderId', 'kind']).doNothing())
    .execute();
}

/** One use of a card that several accounts have used. */
interface SharedCardUse {
  /** Prefix of the hash: equal for uses of cards with equal details. */
  readonly card: string;
  readonly kind: 'trial' | 'refund';
  readonly usedAt: Date;
  /** Null for a deleted account. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
}

/** Rows of the list. */
const maxUses = 200;

/**
 * Returns card uses with equal hashes by more than one account in 12 months, grouped by card, the most recently used card first: of the cards
 * in the latest 200 uses of shared cards. Uses of deleted accounts cannot be distinguished: they count as the smallest possible number of
 * accounts, each with one trial and one refund.
 */
export async function sharedCardUses(db: Database, now: Date): Promise<readonly SharedCardUse[]> {
  const { rows } = await sql<SharedCardUse>`
    with latest as (
      select distinct card_hash
      from (select card_hash from card_uses where is_shared order by used_at desc limit ${maxUses}) as uses
    ),
    kept as (select card_uses.* from latest join card_uses using (card_hash) where used_at > ${forgottenBefore(now)}),
    shared as (
      select card_hash, max(used_at) as last_used_at from kept
      group by card_hash
      having count(distinct user_id) + greatest(
        count(*) filter (where user_id is null and kind = 'trial'),
        count(*) filter (where user_id is null and kind = 'refund')
      ) > 1
    )
    select left(encode(card_hash, 'hex'), 8) as card, kept.kind, used_at, kept.user_id, email, kept.order_id, number as order_number
    from shared join kept using (card_hash) left join users on users.id = kept.user_id
      left join orders on orders.id = kept.order_id
    order by last_used_at desc, card_hash, used_at desc
    limit ${maxUses}`.execute(db);
  return rows;
}

/** Deletes uses after 12 months. */
export function deleteCardUses(db: Database, now: Date): Promise<number> {
  return deleteInBatches(db, 'cardUses', {
    key: ['id'],
    orderBy: 'usedAt',
    due: sql`used_at <= ${forgottenBefore(now)}`,
  });
}
