import { err, ok, type Result } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import type { PaymentRefunds } from '../../../platform/paddle/payment-refunds.ts';
import type { PaddleFailure } from '../../../platform/paddle/paddle-call.ts';
import type { Claim } from '../../orders/index.ts';

/** A refund of a payment, and whether this call requested it. */
export interface RequestedRefund {
  readonly adjustment: Adjustment;
  readonly isNew: boolean;
}

/** Requests the refund of a payment, or returns the existing pending or approved one. */
export async function ensureRefund(
  refunds: PaymentRefunds,
  claim: Claim,
  { transactionId, reason }: { readonly transactionId: string; readonly reason: string },
): Promise<Result<RequestedRefund, PaddleFailure>> {
  const made = await refunds.adjustments(transactionId);
  if (!made.ok) return made;
  const open = openRefundOf(made.value);
  if (open !== undefined) return ok({ adjustment: open, isNew: false });
  if (!(await claim.renew())) return err('payment_unavailable');
  const requested = await refunds.refund(transactionId, reason);
  return requested.ok ? ok({ adjustment: requested.value, isNew: true }) : requested;
}

/** The pending or approved refund. */
export function openRefundOf(adjustments: readonly Adjustment[]): Adjustment | undefined {
  return adjustments.find(({ action, status }) => action === 'refund' && status !== 'rejected');
}
