import { spread } from '../transactions/discounting.ts';
import { updateTransaction } from '../transactions/transaction.ts';
import type { Adjustment, LineItem, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';

/** Returns the refundable amount of a line in minor units: at most the amount paid with money, and its remaining value. */
export function refundableAmount(context: PaddleContext, transaction: Transaction, line: LineItem): number {
  const lines = transaction.details?.line_items ?? [];
  const paid = spread(
    Number(transaction.details?.totals?.grand_total ?? 0),
    lines.map((each) => Number(each.totals?.total ?? 0)),
  );
  const money = (paid[lines.indexOf(line)] ?? 0) - adjustedAmount(context, transaction, line, isMoney);
  return Math.min(money, remainingValue(context, transaction, line));
}

/** Returns the value of a line in minor units minus refunds and credits, including pending ones. */
export function remainingValue(context: PaddleContext, transaction: Transaction, line: LineItem): number {
  return Number(line.totals?.total ?? 0) - adjustedAmount(context, transaction, line, () => true);
}

function adjustedAmount(
  context: PaddleContext,
  transaction: Transaction,
  line: LineItem,
  counts: (adjustment: Adjustment) => boolean,
): number {
  return Object.values(context.state.adjustments)
    .filter((adjustment) => adjustment.transaction_id === transaction.id && isEffective(adjustment))
    .filter(counts)
    .flatMap((adjustment) => adjustment.items)
    .filter((item) => item.item_id === line.id)
    .reduce((sum, item) => sum + Number(item.totals?.total ?? 0), 0);
}

function isMoney({ action }: Adjustment): boolean {
  return action !== 'credit';
}

/** Returns false for rejected and reversed adjustments. */
function isEffective({ action, status }: Adjustment): boolean {
  return action !== 'chargeback_reverse' && status !== 'rejected' && status !== 'reversed';
}

/** Updates a transaction's adjusted totals: its totals minus approved adjustments. */
export function updateAdjustedTotals(context: PaddleContext, transaction: Transaction): void {
  const { details } = transaction;
  if (!details?.adjusted_totals || !details.totals) return;
  const back = Object.values(context.state.adjustments)
    .filter((adjustment) => adjustment.transaction_id === transaction.id && isEffective(adjustment))
    .filter((adjustment) => adjustment.status === 'approved')
    .reduce((sum, adjustment) => sum + Number(adjustment.totals.total), 0);
  const total = String(Number(details.totals.total) - back);
  const grandTotal = String(Math.max(0, Number(details.totals.grand_total) - back));
  updateTransaction(context, transaction, {
    details: {
      ...details,
      adjusted_totals: {
        ...details.adjusted_totals,
        subtotal: String(Number(details.totals.subtotal) - back),
        total,
        grand_total: grandTotal,
      },
    },
  });
}
