import type { Price, Transaction, TransactionItem } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { BilledItem } from './details.ts';

/** An item of a new transaction. */
export interface DraftItem {
  readonly price: Price;
  readonly quantity: number;
  readonly proration?: BilledItem['proration'];
}

/** Returns a transaction's items that have a price. */
export function pricedItems(transaction: Transaction): { price: Price; quantity: number }[] {
  return transaction.items.flatMap(({ price, quantity }) => (price ? [{ price, quantity }] : []));
}

/** Returns items in a transaction's format. */
export function transactionItems(items: readonly DraftItem[]): TransactionItem[] {
  return items.map((item) => ({
    price_id: item.price.id,
    price: item.price,
    quantity: item.quantity,
    proration: item.proration ?? null,
  }));
}

/** Returns the billed items of a transaction. Items with a trial are free at the start of a subscription. */
export function billedItems(
  context: PaddleContext,
  items: readonly TransactionItem[],
  draft: { origin: Transaction['origin']; free?: boolean },
): BilledItem[] {
  // A trial applies only at the start of a subscription; later bills are not free.
  const starts = draft.origin === 'api' || draft.origin === 'web';
  return items.flatMap((item) => {
    const product = item.price ? context.state.products[item.price.product_id] : undefined;
    if (!item.price || product === undefined) return [];
    const free = draft.free === true || (starts && Boolean(item.price.trial_period));
    return [
      {
        lineId: context.newId('txnitm'),
        price: item.price,
        product,
        quantity: item.quantity,
        free,
        proration: (item.proration ?? null) as BilledItem['proration'],
      },
    ];
  });
}
