import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { HashMailbox } from '../../platform/keys/mailbox-hash.ts';
import { draftOf, type DraftRefusal, wishOf } from './draft.ts';
import type { StoredOrder } from './orders.store.ts';

/** What was shown must be what is charged: a price, a trial or a coupon that has changed since makes a new draft necessary. */
export async function refuseStale(
  { hashMailbox }: { readonly hashMailbox: HashMailbox },
  trx: DatabaseTransaction,
  order: StoredOrder,
  now: Date,
): Promise<DraftRefusal | 'order_not_payable' | null> {
  const wish = wishOf(order);
  if (wish === null) return 'order_not_payable';
  const draft = await draftOf(trx, wish, { userId: order.userId, now, hashMailbox });
  if (!draft.ok) return draft.error;
  const { item, quote } = draft.value;
  const isSame =
    quote.total === order.totalAmount &&
    quote.lines.length === order.lines.length &&
    quote.lines.every((line, index) => {
      const shown = order.lines[index];
      return shown?.kind === line.kind && shown.amount === line.amount && shown.quantity === line.quantity;
    });
  const renewsAlike =
    item.kind !== 'subscription' ||
    (order.item.kind === 'subscription' &&
      item.priceAmount === order.item.priceAmount &&
      item.startsAt === order.item.startsAt &&
      item.moneyBack === order.item.moneyBack);
  return isSame && renewsAlike ? null : 'order_not_payable';
}
