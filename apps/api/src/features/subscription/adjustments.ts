import type { PaymentAdjusted, ProviderEvent } from './provider-event.ts';

/** The state of an adjustment: its latest status, when it was requested and when that status was set. */
export interface Adjustment extends Omit<PaymentAdjusted, 'type' | 'at'> {
  readonly requestedAt: Date;
  readonly decidedAt: Date;
}

/** A decision follows the request; only that of a chargeback can be reversed. */
const rank = { pending: 0, approved: 1, rejected: 1, reversed: 2 } as const;

/** Returns every adjustment once, by the time of its latest status. A pure function of the set of events. */
export function adjustmentsOf(events: readonly ProviderEvent[]): readonly Adjustment[] {
  const byId = new Map<string, PaymentAdjusted[]>();
  for (const event of events) {
    if (event.type !== 'payment_adjusted') continue;
    byId.set(event.adjustmentId, [...(byId.get(event.adjustmentId) ?? []), event]);
  }
  return [...byId.values()]
    .map(settled)
    .sort((one, other) => one.decidedAt.getTime() - other.decidedAt.getTime() || compareContent(one, other));
}

function settled(events: readonly PaymentAdjusted[]): Adjustment {
  const byTime = events.toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || compareContent(one, other),
  );
  const final = byTime.reduce((last, event) => (rank[event.status] > rank[last.status] ? event : last));
  const { type: _type, at, ...adjustment } = final;
  const first = byTime[0] ?? final;
  return { ...adjustment, requestedAt: new Date(first.at), decidedAt: new Date(at) };
}

/** Any fixed order that does not depend on arrival. */
function compareContent(one: object, other: object): number {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Returns the disputed amount of one payment, in the minor unit. A reversal may arrive before or after the event that reverses its
 * chargeback, and counts once: only what it returns beyond such chargebacks is deducted from the open ones.
 */
export function disputedOf(own: readonly Adjustment[]): number {
  const sum = (wanted: Adjustment['action'], status: Adjustment['status']) =>
    own
      .filter((adjustment) => adjustment.action === wanted && adjustment.status === status)
      .reduce((total, { amount }) => total + amount, 0);
  const returned = sum('chargeback_reversal', 'approved') - sum('chargeback', 'reversed');
  return Math.max(0, sum('chargeback', 'approved') - Math.max(0, returned));
}

export interface PaymentReversal {
  readonly at: Date;
  readonly by: 'refund' | 'chargeback';
}

/**
 * Returns when and how a payment became void: fully refunded, at once or in parts, or disputed and not reversed since. Null while it is
 * valid. `amount` is the paid amount in the minor unit.
 */
export function paymentReversalOf(
  adjustments: readonly Adjustment[],
  payment: { readonly transactionId: string; readonly amount: number },
): PaymentReversal | null {
  const own = adjustments.filter(({ transactionId }) => transactionId === payment.transactionId);
  let refunded = 0;
  for (const { action, status, isWhole, amount, decidedAt } of own) {
    if (action !== 'refund' || status !== 'approved') continue;
    refunded += amount;
    if (isWhole || (payment.amount > 0 && refunded >= payment.amount)) return { at: decidedAt, by: 'refund' };
  }
  const approved = own.filter(({ status }) => status === 'approved');
  if (disputedOf(own) === 0) return null;
  const dispute = approved.findLast(({ action }) => action === 'chargeback');
  return dispute === undefined ? null : { at: dispute.decidedAt, by: 'chargeback' };
}
