import type { Adjustment, Transaction } from '@paddle/paddle-node-sdk';
import type { RefundedLine } from '../../../platform/paddle/payment-refunds.ts';

/** The amounts of a payment in the minor unit, tax included. */
export interface Refundable {
  readonly paid: number;
  /** What refunds, completed or requested, and chargebacks leave of it. */
  readonly left: number;
  readonly lines: readonly RefundedLine[];
}

/** Returns what is left of a payment. Rejected refunds and reversed chargebacks return nothing; credits lower a line, not the payment. */
export function refundableOf(
  { details }: Pick<Transaction, 'details'>,
  adjustments: readonly Adjustment[],
): Refundable {
  const effective = adjustments.filter(
    ({ action, status }) =>
      status !== 'rejected' &&
      status !== 'reversed' &&
      (action === 'refund' || action === 'chargeback' || action === 'credit'),
  );
  const paid = Number(details?.totals?.grandTotal ?? 0);
  const returned = effective
    .filter(({ action }) => action !== 'credit')
    .reduce((sum, { totals }) => sum + Math.abs(Number(totals.total)), 0);
  const lines = (details?.lineItems ?? []).map(({ id: itemId, totals }) => ({
    itemId,
    amount: Math.max(0, Number(totals?.total ?? 0) - adjustedIn(effective, itemId)),
  }));
  return { paid, left: Math.max(0, paid - returned), lines };
}

function adjustedIn(adjustments: readonly Adjustment[], itemId: string): number {
  return adjustments
    .flatMap(({ items }) => items)
    .filter((item) => item.itemId === itemId)
    .reduce((sum, { totals }) => sum + Math.abs(Number(totals?.total ?? 0)), 0);
}

/** Distributes an amount over the lines in their order; null if they do not hold it. */
export function linesFor(amount: number, lines: readonly RefundedLine[]): readonly RefundedLine[] | null {
  let open = amount;
  const taken = lines.flatMap(({ itemId, amount: left }) => {
    const part = Math.min(left, open);
    open -= part;
    return part > 0 ? [{ itemId, amount: part }] : [];
  });
  return open === 0 ? taken : null;
}
