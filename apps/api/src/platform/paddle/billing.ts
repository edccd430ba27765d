import {
  ApiError,
  type Paddle,
  type Subscription,
  type SubscriptionPreview,
  type Transaction,
} from '@paddle/paddle-node-sdk';
import { err, ok, type Result } from '@comet/foundation';
import type { UpdateSubscriptionRequestBody } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';
import { createPaymentLookups, type PaymentLookups } from './payment-lookups.ts';
import { createPaymentRefunds, type PaymentRefunds } from './payment-refunds.ts';

/** Paddle refuses changes near a renewal, after the end, and those that the card on file does not pay. */
type ChangeRefusal = 'subscription_locked' | 'undo_too_late' | 'payment_declined';
export type ChangeFailure<Refusal extends ChangeRefusal = never> = PaddleFailure | Refusal;

/** Free days cannot be credited, so Paddle continues a trial and charges the new price after it. */
interface Timing {
  readonly inTrial: boolean;
}

/** A one-time price at Paddle, and the quantity. */
export interface ChargedItem {
  readonly priceId: string;
  readonly quantity: number;
}

/** Changes that customers make to their purchases at Paddle. */
export interface Billing extends PaymentRefunds, PaymentLookups {
  subscription(id: string): Promise<Result<Subscription, PaddleFailure>>;
  /** Cancels a subscription at the end of the paid period; a cancelled one stays unchanged. */
  cancelAtPeriodEnd(id: string): Promise<Result<Subscription, ChangeFailure<'subscription_locked'>>>;
  cancelNow(id: string): Promise<Result<Subscription, PaddleFailure>>;
  undoCancellation(
    id: string,
  ): Promise<Result<Subscription, ChangeFailure<'subscription_locked' | 'undo_too_late'>>>;
  /** Previews the cost of a change to a price. */
  previewPrice(
    id: string,
    priceId: string,
    when: Timing,
  ): Promise<Result<SubscriptionPreview, ChangeFailure<'subscription_locked'>>>;
  /**
   * Changes to a price and charges the difference at once; if the charge fails, nothing changes. In a trial nothing is charged before its
   * end.
   */
  changePrice(
    id: string,
    priceId: string,
    when: Timing,
  ): Promise<Result<Subscription, ChangeFailure<'subscription_locked' | 'payment_declined'>>>;
  /** Returns the latest transaction caused by a change to the price. */
  changeTransaction(id: string, priceId: string): Promise<Result<Transaction | null, PaddleFailure>>;
  /** Charges a one-time price at once to the subscription's payment method; a failed charge changes nothing. */
  charge(
    id: string,
    item: ChargedItem,
  ): Promise<Result<Subscription, ChangeFailure<'subscription_locked' | 'payment_declined'>>>;
  /** Returns the latest transactions of such charges, the newest first. */
  charges(id: string): Promise<Result<readonly Transaction[], PaddleFailure>>;
  portal(
    customerId: string,
    subscriptionIds: readonly string[],
  ): Promise<
    Result<{ readonly overviewUrl: string; readonly paymentMethodUrl: string | null }, PaddleFailure>
  >;
  /** Returns the URL of an invoice's PDF. */
  invoice(transactionId: string): Promise<Result<string, PaddleFailure>>;
}

const refusals: Readonly<Record<string, ChangeRefusal>> = {
  subscription_locked_renewal: 'subscription_locked',
  subscription_locked_processing: 'subscription_locked',
  subscription_update_when_canceled: 'undo_too_late',
  subscription_payment_declined: 'payment_declined',
};

/** https://developer.paddle.com/api-reference/subscriptions and related pages */
export function createBilling(paddle: Paddle): Billing {
  const change = (priceId: string, { inTrial }: Timing): UpdateSubscriptionRequestBody => ({
    items: [{ priceId, quantity: 1 }],
    prorationBillingMode: inTrial ? 'do_not_bill' : 'prorated_immediately',
    onPaymentFailure: 'prevent_change',
  });
  const { subscriptions } = paddle;
  return {
    subscription: (id) => callPaddle(() => subscriptions.get(id)),
    cancelAtPeriodEnd: (id) =>
      refusable(['subscription_locked'], async () => {
        try {
          return await subscriptions.cancel(id, { effectiveFrom: 'next_billing_period' });
        } catch (error) {
          if (!isRefusal(error, 'subscription_locked_pending_changes')) throw error;
          return await subscriptions.get(id);
        }
      }),
    cancelNow: (id) => callPaddle(() => subscriptions.cancel(id, { effectiveFrom: 'immediately' })),
    undoCancellation: (id) =>
      refusable(['subscription_locked', 'undo_too_late'], () =>
        subscriptions.update(id, { scheduledChange: null }),
      ),
    previewPrice: (id, priceId, when) =>
      refusable(['subscription_locked'], () => subscriptions.previewUpdate(id, change(priceId, when))),
    changePrice: (id, priceId, when) =>
      refusable(['subscription_locked', 'payment_declined'], () =>
        subscriptions.update(id, change(priceId, when)),
      ),
    changeTransaction: (id, priceId) =>
      callPaddle(async () => {
        const made = await paddle.transactions
          .list({ subscriptionId: [id], origin: ['subscription_update'], orderBy: 'created_at[DESC]' })
          .next();
        return made.find(({ items }) => items.some(({ price }) => price?.id === priceId)) ?? null;
      }),
    charge: (id, item) =>
      refusable(['subscription_locked', 'payment_declined'], () =>
        subscriptions.createOneTimeCharge(id, {
          effectiveFrom: 'immediately',
          items: [{ ...item }],
          onPaymentFailure: 'prevent_change',
        }),
      ),
    charges: (id) =>
      callPaddle(() =>
        paddle.transactions
          .list({
            subscriptionId: [id],
            origin: ['subscription_charge'],
            orderBy: 'created_at[DESC]',
            perPage: 30,
          })
          .next(),
      ),
    ...createPaymentRefunds(paddle),
    ...createPaymentLookups(paddle),
    portal: (customerId, subscriptionIds) =>
      callPaddle(async () => {
        const { urls } = await paddle.customerPortalSessions.create(customerId, [...subscriptionIds]);
        return {
          overviewUrl: urls.general.overview,
          paymentMethodUrl: urls.subscriptions[0]?.updateSubscriptionPaymentMethod ?? null,
        };
      }),
    invoice: (transactionId) =>
      callPaddle(async () => (await paddle.transactions.getInvoicePDF(transactionId)).url),
  };
}

/** A call whose named refusals are distinguished; every other failure is one of `callPaddle`. */
async function refusable<T, Refusal extends ChangeRefusal>(
  codes: readonly Refusal[],
  call: () => Promise<T>,
): Promise<Result<T, ChangeFailure<Refusal>>> {
  let refusal: Refusal | null = null;
  const called = await callPaddle(async () => {
    try {
      return await call();
    } catch (error) {
      const named = error instanceof ApiError ? refusals[error.code] : undefined;
      refusal = codes.find((code) => code === named) ?? null;
      throw error;
    }
  });
  if (called.ok) return ok(called.value);
  return err(refusal ?? called.error);
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
