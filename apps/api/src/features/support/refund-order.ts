import { randomUUID } from 'node:crypto';
import {
  dollars,
  readArguments,
  readIf,
  readMoney,
  readYesNo,
  type CommandArguments,
} from '../operator-commands/index.ts';
import { orderIdOf } from '../orders/index.ts';
import type { SupportDeps } from './deps.ts';
import { type ExecutedRefund, executeRefund } from './execute-refund.ts';

/**
 * Runs `refund ORDER [--amount 10.00 [--end yes|no] [--once WORD]]`: requests a refund of the latest payment of an order from Paddle, of a
 * part of it or of what is left. Returns a sentence about the result, or that there is a refund already; throws one about what the operator
 * has to do otherwise.
 */
export async function refundOrder(deps: SupportDeps, args: CommandArguments): Promise<string> {
  const given = readArguments(args, { positions: ['ORDER'], options: ['amount', 'end', 'once'] });
  const [named = ''] = given.named;
  const amount = readIf(given.options.amount, readMoney) ?? null;
  const ends = readIf(given.options.end, readYesNo) ?? false;
  if (amount === null && (given.options.end ?? given.options.once) !== undefined)
    throw new Error('--end and --once belong to a partial refund: add --amount 10.00');
  const once = given.options.once ?? randomUUID();
  if (!/^[\w.-]{1,60}$/.test(once)) throw new Error('Use letters, digits, dots and hyphens in --once');
  const orderId = await orderIdOf(deps.db, named);
  return sentenceOf(await executeRefund(deps, { orderId, amount, ends, once }), amount !== null && ends);
}

function sentenceOf({ number, adjustment, isNew }: ExecutedRefund, ends: boolean): string {
  const { totals, status, id: adjustmentId } = adjustment;
  const amount = dollars(Number(totals.total));
  if (isNew) {
    const effect = ends ? ' What it paid for ends when Paddle approves it.' : '';
    return `Requested a refund of ${amount} for order ${number} from Paddle: ${status} (${adjustmentId}).${effect}`;
  }
  const state = status === 'approved' ? 'is already refunded' : 'already has a refund';
  return `Order ${number} ${state}: ${amount}, ${status} (${adjustmentId}). Nothing was changed.`;
}
