import type { api, ReplyOf } from '@comet/contract';
import { adjustmentsOf, disputedOf, type ProviderEvent, paymentReversalOf } from '../subscription/index.ts';

type ShownPayment = ReplyOf<typeof api.listPayments>['payments'][number];

/**
 * Returns a payment's state from its events. `givenBack` is in the minor unit. The order of the events has no effect. `isReturned`: it gave
 * no plan.
 */
export function paymentStateOf(
  payment: { readonly transactionId: string; readonly amount: number; readonly isReturned: boolean },
  events: readonly ProviderEvent[],
): Pick<ShownPayment, 'state' | 'method'> & { readonly givenBack: number } {
  const own = adjustmentsOf(events).filter(({ transactionId }) => transactionId === payment.transactionId);
  const refunds = own.filter(({ action }) => action === 'refund');
  const back = paymentReversalOf(own, payment);
  const refunded = refunds
    .filter(({ status }) => status === 'approved')
    .reduce((total, { amount }) => total + amount, 0);
  const givenBack = Math.min(payment.amount, refunded + disputedOf(own));
  const is = (wanted: string) => refunds.some(({ status }) => status === wanted);
  const paid = events.find(
    (event) => event.type === 'payment_completed' && event.transactionId === payment.transactionId,
  );
  const method = paid?.type === 'payment_completed' ? paid.method : null;
  const state = () => {
    if (back !== null) return back.by === 'chargeback' ? 'disputed' : 'refunded';
    if (is('rejected') && !is('pending') && givenBack === 0) return 'refund_rejected';
    if (payment.isReturned) return 'returning';
    if (is('pending')) return 'refund_pending';
    return givenBack > 0 ? 'partly_refunded' : 'paid';
  };
  return { state: state(), givenBack, method };
}
