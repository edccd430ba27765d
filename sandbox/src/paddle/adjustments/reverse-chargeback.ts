import type { Adjustment } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { updateAdjustedTotals } from './remaining.ts';

/**
 * Reverses a chargeback: it becomes `reversed`, and an adjustment
 * `chargeback_reverse` is sent. Null if the adjustment is no effective chargeback.
 */
export function reverseChargeback(context: PaddleContext, chargeback: Adjustment): Adjustment | null {
  if (chargeback.action !== 'chargeback' || chargeback.status !== 'approved') return null;
  const at = context.timestamp();
  Object.assign(chargeback, { status: 'reversed', updated_at: at });
  context.emit('adjustment.updated', chargeback);
  const reversal: Adjustment = {
    ...chargeback,
    id: context.newId('adj'),
    action: 'chargeback_reverse',
    status: 'approved',
    reason: 'The dispute was won',
    created_at: at,
    updated_at: at,
  };
  context.state.adjustments[reversal.id] = reversal;
  context.emit('adjustment.created', reversal);
  const transaction = context.state.transactions[chargeback.transaction_id];
  if (transaction !== undefined) updateAdjustedTotals(context, transaction);
  return reversal;
}
