import { err, ok, type Result } from '@comet/foundation';
import type { Adjustment } from '@paddle/paddle-node-sdk';
import type { PaymentLookups } from '../../../platform/paddle/payment-lookups.ts';
import type { PaymentRefunds } from '../../../platform/paddle/payment-refunds.ts';
import type { PaddleFailure } from '../../../platform/paddle/paddle-call.ts';
import type { Claim } from '../../orders/index.ts';
import { linesFor, refundableOf } from './refundable.ts';

/** A refund of a payment, and whether this call requested it. */
export interface RequestedRefund {
  readonly adjustment: Adjustment;
  readonly isNew: boolean;
}

type RefundApi = PaymentRefunds & Pick<PaymentLookups, 'transaction'>;

interface WantedRefund {
  readonly transactionId: string;
  readonly reason: string;
}

/** A sum above what is left of the payment, in the minor unit. */
export interface TooMuch {
  readonly kind: 'too_much';
  readonly paid: number;
  readonly left: number;
}

/** Requests the refund of a payment, or of what earlier refunds leave of it; returns the existing one if they leave nothing. */
export async function ensureRefund(
  refunds: RefundApi,
  claim: Claim,
  { transactionId, reason }: WantedRefund,
): Promise<Result<RequestedRefund, PaddleFailure>> {
  const made = await refunds.adjustments(transactionId);
  if (!made.ok) return made;
  const open = openRefundOf(made.value);
  if (open?.type === 'full') return ok({ adjustment: open, isNew: false });
  if (open === undefined) {
    if (!(await claim.renew())) return err('payment_unavailable');
    return asNew(await refunds.refund(transactionId, reason));
  }
  const paid = await refunds.transaction(transactionId);
  if (!paid.ok) return paid;
  const { left, lines } = refundableOf(paid.value, made.value);
  const rest = left === 0 ? null : linesFor(left, lines);
  if (rest === null) return ok({ adjustment: open, isNew: false });
  if (!(await claim.renew())) return err('payment_unavailable');
  return asNew(await refunds.refundPart(transactionId, rest, reason));
}

/** Returns the refund with a reason; undefined if there is none. */
const refundWith = (made: readonly Adjustment[], reason: string): Adjustment | undefined =>
  made.find((one) => one.action === 'refund' && one.reason === reason);

/** Returns whether a partial refund with this reason was requested before. */
export async function wasPartRequested(
  refunds: Pick<PaymentRefunds, 'adjustments'>,
  { transactionId, reason }: WantedRefund,
): Promise<Result<boolean, PaddleFailure>> {
  const made = await refunds.adjustments(transactionId);
  return made.ok ? ok(refundWith(made.value, reason) !== undefined) : made;
}

/**
 * Requests the refund of a part of a payment, in the minor unit; `reason` is unique to the request: a repetition returns the refund that the
 * first one made, also if its response was lost. Calls for one payment must hold the same claim, or two could exceed it together. `check` runs
 * before a refund is requested, and may throw.
 */
export async function ensurePartialRefund(
  refunds: RefundApi,
  claim: Claim,
  {
    transactionId,
    amount,
    reason,
    check,
  }: WantedRefund & { readonly amount: number; readonly check: () => Promise<void> },
): Promise<Result<RequestedRefund, PaddleFailure | TooMuch>> {
  const [made, payment] = [
    await refunds.adjustments(transactionId),
    await refunds.transaction(transactionId),
  ];
  if (!made.ok) return made;
  if (!payment.ok) return payment;
  const earlier = refundWith(made.value, reason);
  if (earlier !== undefined) return ok({ adjustment: earlier, isNew: false });
  await check();
  const { paid, left, lines } = refundableOf(payment.value, made.value);
  const parts = amount > left ? null : linesFor(amount, lines);
  if (parts === null) return err({ kind: 'too_much', paid, left });
  if (!(await claim.renew())) return err('payment_unavailable');
  if (amount === paid) return asNew(await refunds.refund(transactionId, reason));
  return asNew(await refunds.refundPart(transactionId, parts, reason));
}

function asNew(requested: Result<Adjustment, PaddleFailure>): Result<RequestedRefund, PaddleFailure> {
  return requested.ok ? ok({ adjustment: requested.value, isNew: true }) : requested;
}

/** The pending or approved refund; of several, the one of the whole payment. */
export function openRefundOf(adjustments: readonly Adjustment[]): Adjustment | undefined {
  const open = adjustments.filter(({ action, status }) => action === 'refund' && status !== 'rejected');
  return open.find(({ type }) => type === 'full') ?? open[0];
}
