import { notFound, PaddleError } from '../api/paddle-error.ts';
import type { Discount, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { billedItems, type DraftItem, transactionItems } from './billed-items.ts';
import { detailsOf } from './details.ts';

/** Fields of a new transaction. */
export interface Draft {
  readonly items: readonly DraftItem[];
  readonly customerId: string | null;
  readonly addressId: string | null;
  readonly customData: Transaction['custom_data'];
  readonly discountId: string | null;
  readonly origin: Transaction['origin'];
  readonly subscriptionId: string | null;
  readonly billingPeriod: Transaction['billing_period'];
  readonly checkoutUrl: string | null;
  readonly status: Transaction['status'];
  /** Charges nothing: the transaction only verifies a card. */
  readonly free?: boolean;
  /** The customer's credit in minor units. */
  readonly credit?: number;
}

/** Stores a new transaction and sends `transaction.created`, and `.ready` or `.billed` if it starts in that state. */
export function createTransaction(context: PaddleContext, draft: Draft): Transaction {
  const id = context.newId('txn');
  const at = context.timestamp();
  const items = transactionItems(draft.items);
  const transaction: Transaction = {
    id,
    status: draft.status,
    customer_id: draft.customerId,
    address_id: draft.addressId,
    business_id: null,
    custom_data: draft.customData ?? null,
    currency_code: 'USD',
    origin: draft.origin,
    subscription_id: draft.subscriptionId,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: draft.discountId,
    billing_details: null,
    billing_period: draft.billingPeriod ?? null,
    items,
    details: detailsOf(billedItems(context, items, draft), discountById(context, draft.discountId), {
      paid: false,
      credit: draft.credit ?? 0,
    }),
    payments: [],
    checkout: { url: checkoutUrl(context, id, draft.checkoutUrl) },
    created_at: at,
    updated_at: at,
    billed_at: draft.status === 'billed' ? at : null,
    revised_at: null,
  };
  context.state.transactions[id] = transaction;
  context.emit('transaction.created', transaction);
  if (draft.status === 'ready') context.emit('transaction.ready', transaction);
  if (draft.status === 'billed') context.emit('transaction.billed', transaction);
  return transaction;
}

/** Recomputes an unpaid transaction with other items or another discount. */
export function repriced(
  context: PaddleContext,
  transaction: Transaction,
  wanted: { items: Draft['items']; discountId: string | null },
): Pick<Transaction, 'items' | 'discount_id' | 'details'> {
  const items = transactionItems(wanted.items);
  const discount = discountById(context, wanted.discountId);
  return {
    items,
    discount_id: wanted.discountId,
    details: detailsOf(billedItems(context, items, transaction), discount, { paid: false, credit: 0 }),
  };
}

/** Returns the transaction with this id; throws Paddle's `not_found`. */
export function transactionById(context: PaddleContext, id: string): Transaction {
  const transaction = context.state.transactions[id];
  if (transaction === undefined) throw notFound(id);
  return transaction;
}

/** Changes a transaction and sends `transaction.updated`, then `transaction.STATUS` if the status is new. */
export function updateTransaction(
  context: PaddleContext,
  transaction: Transaction,
  changes: Partial<Transaction>,
): void {
  const before = transaction.status;
  Object.assign(transaction, changes, { updated_at: context.timestamp() });
  context.emit('transaction.updated', transaction);
  if (transaction.status !== before) context.emit(`transaction.${transaction.status}`, transaction);
}

/** Returns the details after the payment: no balance, fee and earnings. Free lines and line ids stay. */
export function paidDetails(context: PaddleContext, transaction: Transaction): Transaction['details'] {
  const lines = transaction.details?.line_items ?? [];
  const billed = billedItems(context, transaction.items, transaction).map((item, index) => ({
    ...item,
    lineId: lines[index]?.id ?? item.lineId,
    free: lines[index]?.totals?.subtotal === '0',
  }));
  const credit = Number(transaction.details?.totals?.credit ?? 0);
  return detailsOf(billed, discountById(context, transaction.discount_id ?? null), { paid: true, credit });
}

/** Throws 400 `transaction_immutable`: only drafts and ready transactions can change. */
export function refuseImmutable(transaction: Transaction): void {
  if (transaction.status === 'draft' || transaction.status === 'ready') return;
  throw new PaddleError(
    400,
    { group: 'transactions', code: 'transaction_immutable' },
    `cannot update transaction ${transaction.id} as it is ${transaction.status}`,
  );
}

function discountById(context: PaddleContext, id: string | null): Discount | null {
  return id === null ? null : (context.state.discounts[id] ?? null);
}

/** Returns the shop's page with `?_ptxn=`, where Paddle.js opens the checkout automatically; by default the hosted checkout. */
function checkoutUrl(context: PaddleContext, id: string, given: string | null): string {
  if (given === null) return `${context.apiUrl}/checkout/${id}`;
  const url = new URL(given);
  url.searchParams.set('_ptxn', id);
  return url.href;
}
