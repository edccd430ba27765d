import type { DatabaseTransaction } from '../../../platform/database/database.ts';
import type { HashCard } from '../../../platform/keys/keyed-hashes.ts';
import type { StoredOrder } from '../../orders/index.ts';
import { recordCardUse } from '../../shared-cards/index.ts';
import { adjustmentsOf, type ProviderEvent } from '../../subscription/index.ts';
import type { Payment } from '../inbox/events.store.ts';

/** Records the card of an order's trial and the card of a payment whose refund was requested, for review by operators. */
export async function recordCards(
  trx: DatabaseTransaction,
  { hashCard, now }: { readonly hashCard: HashCard; readonly now: Date },
  { id: orderId, userId, item }: Pick<StoredOrder, 'id' | 'userId' | 'item'>,
  own: Payment,
  events: readonly ProviderEvent[],
): Promise<void> {
  const note = async (kind: 'trial' | 'refund', transactionId: string, at: Date | null) => {
    const paid = events.find(
      (event) => event.type === 'payment_completed' && event.transactionId === transactionId,
    );
    if (paid?.type !== 'payment_completed' || paid.card === undefined) return;
    const usedAt = at ?? new Date(paid.at);
    await recordCardUse(trx, { cardHash: hashCard(paid.card), kind, userId, orderId, usedAt }, now);
  };
  if (item.kind === 'subscription' && item.trialDays > 0) await note('trial', own.transactionId, null);
  const refund = adjustmentsOf(events).find(
    ({ action, status }) => action === 'refund' && (status === 'pending' || status === 'approved'),
  );
  if (refund !== undefined) await note('refund', refund.transactionId, refund.requestedAt);
}
