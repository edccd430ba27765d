import { adjustmentsOf, type ProviderEvent } from '../../subscription/index.ts';

/** One ledger movement. Amounts are in the minor unit, tax included; refunds are negative. */
export interface LedgerPosting {
  readonly kind: 'payment' | 'refund' | 'chargeback' | 'chargeback_reversal';
  /** The provider's id of the movement. */
  readonly reference: string;
  /** The payment itself, or the one that it changes. */
  readonly transactionId: string;
  readonly amount: number;
  readonly tax: number;
  readonly currency: string;
  readonly happenedAt: Date;
}

/** Returns every movement in the events, once; a trial is no movement. A pure function of the set of events. */
export function ledgerPostingsOf(events: readonly ProviderEvent[]): readonly LedgerPosting[] {
  const payments = new Map<string, LedgerPosting>();
  for (const event of events) {
    if (event.type !== 'payment_completed' || event.amount === 0) continue;
    const { transactionId, amount, tax, currency } = event;
    const happenedAt = new Date(event.at);
    const known = payments.get(transactionId);
    if (known !== undefined && known.happenedAt <= happenedAt) continue;
    const movement = { kind: 'payment', reference: transactionId, transactionId } as const;
    payments.set(transactionId, { ...movement, amount, tax, currency, happenedAt });
  }
  const changes = adjustmentsOf(events)
    // A reversed adjustment did happen; its reversal is a separate movement.
    .filter(({ status, amount }) => (status === 'approved' || status === 'reversed') && amount > 0)
    // The payment determines the product; the adjustment waits until the payment arrives.
    .filter(({ transactionId }) => payments.has(transactionId))
    .map((adjustment): LedgerPosting => {
      const { action, adjustmentId, transactionId, amount, tax, currency, requestedAt, decidedAt } =
        adjustment;
      const sign = action === 'chargeback_reversal' ? 1 : -1;
      // A reversed adjustment moved money at the time of its first event.
      const happenedAt = adjustment.status === 'reversed' ? requestedAt : decidedAt;
      const movement = { kind: action, reference: adjustmentId, transactionId } as const;
      return { ...movement, amount: sign * amount, tax: sign * tax, currency, happenedAt };
    });
  return [...payments.values(), ...changes];
}
