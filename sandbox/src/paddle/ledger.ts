import type { PaddleState } from './state.ts';
import type { Adjustment, Transaction } from './wire.ts';

/** Actual payments and refunds of one transaction in minor units, without pending refunds and credits. */
export interface PaddleEntry {
  readonly transaction_id: string;
  readonly subscription_id: string | null;
  readonly customer_id: string | null;
  readonly custom_data: Transaction['custom_data'];
  readonly origin: string;
  readonly currency: string;
  readonly captured: number;
  readonly refunded: number;
  readonly charged_back: number;
}

/** Returns an entry for every completed transaction. */
export function paddleLedger(state: PaddleState): PaddleEntry[] {
  const byTransaction = Map.groupBy(Object.values(state.adjustments), (each) => each.transaction_id);
  return Object.values(state.transactions)
    .filter((transaction) => transaction.status === 'completed')
    .map((transaction) => {
      const adjustments = byTransaction.get(transaction.id) ?? [];
      return {
        transaction_id: transaction.id,
        subscription_id: transaction.subscription_id ?? null,
        customer_id: transaction.customer_id ?? null,
        custom_data: transaction.custom_data ?? null,
        origin: transaction.origin,
        currency: transaction.currency_code,
        captured: transaction.payments
          .filter((attempt) => attempt.status === 'captured')
          .reduce((sum, attempt) => sum + Number(attempt.amount), 0),
        refunded: total(adjustments, 'refund'),
        charged_back: total(adjustments, 'chargeback'),
      };
    });
}

/** A reversed chargeback has the status `reversed` and is not counted. */
function total(adjustments: readonly Adjustment[], action: Adjustment['action']): number {
  return adjustments
    .filter((adjustment) => adjustment.action === action && adjustment.status === 'approved')
    .reduce((sum, adjustment) => sum + Number(adjustment.totals.total), 0);
}
