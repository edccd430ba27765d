import type { Adjustment } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { settleAdjusted } from './remaining.ts';

/**
 * The bank gives the money of a chargeback to the shop after all: the chargeback is `reversed`, and an adjustment
 * `chargeback_reverse` says so. Null when the adjustment is no chargeback that holds.
 */
export function reverseChargeback(world: PaddleWorld, chargeback: Adjustment): Adjustment | null {
  if (chargeback.action !== 'chargeback' || chargeback.status !== 'approved') return null;
  const at = world.timestamp();
  Object.assign(chargeback, { status: 'reversed', updated_at: at });
  world.emit('adjustment.updated', chargeback);
  const reversal: Adjustment = {
    ...chargeback,
    id: world.newId('adj'),
    action: 'chargeback_reverse',
    status: 'approved',
    reason: 'The dispute was won',
    created_at: at,
    updated_at: at,
  };
  world.state.adjustments[reversal.id] = reversal;
  world.emit('adjustment.created', reversal);
  const transaction = world.state.transactions[chargeback.transaction_id];
  if (transaction !== undefined) settleAdjusted(world, transaction);
  return reversal;
}
