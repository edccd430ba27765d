import { notFound, PaddleError } from '../api/paddle-error.ts';
import type { Adjustment, AdjustmentItem, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { refundableAmount, updateAdjustedTotals, remainingValue } from './remaining.ts';

/** Adjusted amount of one line; `amount` null adjusts the whole rest. */
export interface AdjustedLine {
  readonly itemId: string;
  readonly type: AdjustmentItem['type'];
  readonly amount: string | null;
  readonly proration?: AdjustmentItem['proration'];
}

/** Actions that return money or credit it to the customer. */
type Action = 'refund' | 'chargeback' | 'credit';

/** Returns the adjustment with this id; throws Paddle's `not_found`. */
export function adjustmentById(context: PaddleContext, id: string): Adjustment {
  const adjustment = context.state.adjustments[id];
  if (adjustment === undefined) throw notFound(id);
  return adjustment;
}

/**
 * Stores an adjustment of a completed transaction and sends `adjustment.created`. A refund begins as `pending_approval`, a
 * chargeback or a credit is `approved` at once. `lines` null adjusts the whole rest. Throws Paddle's errors.
 */
export function createAdjustment(
  context: PaddleContext,
  transaction: Transaction,
  what: { action: Action; reason: string; lines: readonly AdjustedLine[] | null },
): Adjustment {
  if (transaction.status !== 'completed') {
    throw refusal(
      'adjustment_transaction_invalid_status_for_refund',
      `The transaction being adjusted (refund) has a non supported status. ID: ${transaction.id}`,
    );
  }
  const items = itemsOf(context, transaction, what);
  const total = String(items.reduce((sum, item) => sum + Number(item.totals?.total ?? 0), 0));
  if (total === '0') {
    throw refusal('adjustment_amount_cannot_be_zero', 'adjustment amount cannot be zero');
  }
  const at = context.timestamp();
  const sums = { subtotal: total, tax: '0', total, fee: '0', earnings: total, retained_fee: '0' };
  const adjustment: Adjustment = {
    id: context.newId('adj'),
    action: what.action,
    type: what.lines === null ? 'full' : 'partial',
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id ?? null,
    customer_id: transaction.customer_id ?? '',
    reason: what.reason,
    credit_applied_to_balance: what.action === 'credit',
    currency_code: 'USD',
    status: what.action === 'refund' ? 'pending_approval' : 'approved',
    items,
    totals: { ...sums, currency_code: 'USD' },
    payout_totals: { ...sums, currency_code: 'USD' },
    created_at: at,
    updated_at: at,
  };
  context.state.adjustments[adjustment.id] = adjustment;
  context.emit('adjustment.created', adjustment);
  if (adjustment.status === 'approved') updateAdjustedTotals(context, transaction);
  return adjustment;
}

/**
 * Decides a pending refund: sends `adjustment.updated` and updates the transaction's adjusted totals. Returns false if it is not pending.
 */
export function decideAdjustment(
  context: PaddleContext,
  adjustment: Adjustment,
  status: 'approved' | 'rejected',
): boolean {
  if (adjustment.status !== 'pending_approval') return false;
  Object.assign(adjustment, { status, updated_at: context.timestamp() });
  context.emit('adjustment.updated', adjustment);
  const transaction = context.state.transactions[adjustment.transaction_id];
  if (status === 'approved' && transaction !== undefined) updateAdjustedTotals(context, transaction);
  return true;
}

function itemsOf(
  context: PaddleContext,
  transaction: Transaction,
  { action, lines }: { action: Action; lines: readonly AdjustedLine[] | null },
): AdjustmentItem[] {
  const all = transaction.details?.line_items ?? [];
  const wanted = lines ?? all.map((line): AdjustedLine => ({ itemId: line.id, type: 'full', amount: null }));
  return wanted.flatMap((line) => {
    const of = all.find((candidate) => candidate.id === line.itemId);
    if (of === undefined) {
      throw refusal(
        'adjustment_transaction_item_invalid',
        `One or more adjustment items cannot be processed. ID: ${line.itemId}`,
      );
    }
    const left =
      action === 'credit'
        ? remainingValue(context, transaction, of)
        : refundableAmount(context, transaction, of);
    const amount = line.type === 'full' || line.amount === null ? left : Number(line.amount);
    if (
      amount > left ||
      (line.type === 'full' && left === 0 && lines !== null && Number(of.totals?.total) > 0)
    ) {
      throw refusal(
        'adjustment_amount_above_remaining_allowed',
        `adjustment item amount ${amount} is above the remaining ${left}`,
      );
    }
    if (amount === 0 && lines === null) return [];
    const text = String(amount);
    return [
      {
        id: context.newId('adjitm'),
        item_id: of.id,
        type: line.type,
        amount: text,
        proration: line.proration ?? null,
        totals: { subtotal: text, tax: '0', total: text },
      },
    ];
  });
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'adjustments', code }, detail);
}
