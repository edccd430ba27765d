import { notFound, PaddleError } from '../api/paddle-error.ts';
import { updateTransaction } from '../transactions/transaction.ts';
import type { Adjustment, AdjustmentItem, Transaction } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';

/** What to take back of one line; `amount` null takes the rest of it. */
export interface AdjustedLine {
  readonly itemId: string;
  readonly type: AdjustmentItem['type'];
  readonly amount: string | null;
}

/** The adjustment behind an id; throws Paddle's `not_found`. */
export function adjustmentById(world: PaddleWorld, id: string): Adjustment {
  const adjustment = world.state.adjustments[id];
  if (adjustment === undefined) throw notFound(id);
  return adjustment;
}

/**
 * Stores an adjustment of a completed transaction and says `adjustment.created`. A refund begins `pending_approval`, a
 * chargeback is `approved` at once. `lines` null adjusts all that is left. Throws Paddle's refusals.
 */
export function createAdjustment(
  world: PaddleWorld,
  transaction: Transaction,
  what: { action: 'refund' | 'chargeback'; reason: string; lines: readonly AdjustedLine[] | null },
): Adjustment {
  if (transaction.status !== 'completed') {
    throw refusal(
      'adjustment_transaction_invalid_status_for_refund',
      `The transaction being adjusted (refund) has a non supported status. ID: ${transaction.id}`,
    );
  }
  const items = itemsOf(world, transaction, what.lines);
  const total = String(items.reduce((sum, item) => sum + Number(item.totals?.total ?? 0), 0));
  if (total === '0') {
    throw refusal('adjustment_amount_cannot_be_zero', 'adjustment amount cannot be zero');
  }
  const at = world.timestamp();
  const sums = { subtotal: total, tax: '0', total, fee: '0', earnings: total, retained_fee: '0' };
  const adjustment: Adjustment = {
    id: world.newId('adj'),
    action: what.action,
    type: what.lines === null ? 'full' : 'partial',
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id ?? null,
    customer_id: transaction.customer_id ?? '',
    reason: what.reason,
    credit_applied_to_balance: false,
    currency_code: 'USD',
    status: what.action === 'refund' ? 'pending_approval' : 'approved',
    items,
    totals: { ...sums, currency_code: 'USD' },
    payout_totals: { ...sums, currency_code: 'USD' },
    created_at: at,
    updated_at: at,
  };
  world.state.adjustments[adjustment.id] = adjustment;
  world.emit('adjustment.created', adjustment);
  if (adjustment.status === 'approved') settleAdjusted(world, transaction);
  return adjustment;
}

/** Decides a pending refund: `adjustment.updated`, and the transaction's adjusted sums. False when it is not pending. */
export function decideAdjustment(
  world: PaddleWorld,
  adjustment: Adjustment,
  status: 'approved' | 'rejected',
): boolean {
  if (adjustment.status !== 'pending_approval') return false;
  Object.assign(adjustment, { status, updated_at: world.timestamp() });
  world.emit('adjustment.updated', adjustment);
  const transaction = world.state.transactions[adjustment.transaction_id];
  if (status === 'approved' && transaction !== undefined) settleAdjusted(world, transaction);
  return true;
}

function itemsOf(
  world: PaddleWorld,
  transaction: Transaction,
  lines: readonly AdjustedLine[] | null,
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
    const left = Number(of.totals?.total ?? 0) - takenBack(world, transaction.id, of.id);
    const amount = line.type === 'full' || line.amount === null ? left : Number(line.amount);
    if (amount > left || (line.type === 'full' && left === 0 && Number(of.totals?.total) > 0)) {
      throw refusal(
        'adjustment_amount_above_remaining_allowed',
        `adjustment item amount ${amount} is above the remaining ${left}`,
      );
    }
    if (amount === 0 && lines === null) return [];
    const text = String(amount);
    return [
      {
        id: world.newId('adjitm'),
        item_id: of.id,
        type: line.type,
        amount: text,
        proration: null,
        totals: { subtotal: text, tax: '0', total: text },
      },
    ];
  });
}

/** Minor units of a line that are refunded already, or asked to be. */
function takenBack(world: PaddleWorld, transactionId: string, lineId: string): number {
  return Object.values(world.state.adjustments)
    .filter((adjustment) => adjustment.transaction_id === transactionId && adjustment.status !== 'rejected')
    .flatMap((adjustment) => adjustment.items)
    .filter((item) => item.item_id === lineId)
    .reduce((sum, item) => sum + Number(item.totals?.total ?? 0), 0);
}

function settleAdjusted(world: PaddleWorld, transaction: Transaction): void {
  const { details } = transaction;
  if (!details?.adjusted_totals || !details.totals) return;
  const back = Object.values(world.state.adjustments)
    .filter((adjustment) => adjustment.transaction_id === transaction.id && adjustment.status === 'approved')
    .reduce((sum, adjustment) => sum + Number(adjustment.totals.total), 0);
  const total = String(Number(details.totals.total) - back);
  updateTransaction(world, transaction, {
    details: {
      ...details,
      adjusted_totals: {
        ...details.adjusted_totals,
        subtotal: String(Number(details.totals.subtotal) - back),
        total,
        grand_total: total,
      },
    },
  });
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'adjustments', code }, detail);
}
