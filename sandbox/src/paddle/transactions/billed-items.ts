import type { Price, Transaction, TransactionItem } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import type { BilledItem } from './details.ts';

/** One thing that a new transaction bills. */
export interface DraftItem {
  readonly price: Price;
  readonly quantity: number;
  readonly proration?: BilledItem['proration'];
}

/** A transaction's items whose price is known. */
export function pricedItems(transaction: Transaction): { price: Price; quantity: number }[] {
  return transaction.items.flatMap(({ price, quantity }) => (price ? [{ price, quantity }] : []));
}

/** Items as a transaction carries them. */
export function transactionItems(items: readonly DraftItem[]): TransactionItem[] {
  return items.map((item) => ({
    price_id: item.price.id,
    price: item.price,
    quantity: item.quantity,
    proration: item.proration ?? null,
  }));
}

/** What a transaction's items come to be billed as. A trial makes them free, at the beginning of a subscription. */
export function billedItems(
  context: PaddleContext,
  items: readonly TransactionItem[],
  draft: { origin: Transaction['origin']; free?: boolean },
): BilledItem[] {
  // A trial runs once, at the beginning: what a subscription bills later is never free.
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
