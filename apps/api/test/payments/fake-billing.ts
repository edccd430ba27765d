import { type Clock, err, ok } from '@comet/foundation';
import type { Adjustment, Subscription, SubscriptionPreview, Transaction } from '@paddle/paddle-node-sdk';
import { addMonths } from '../../src/features/plans/index.ts';
import type { Billing, ChargedItem } from '../../src/platform/paddle/billing.ts';

const yearMs = 365 * 24 * 3600 * 1000;

type Failure = 'payment_unavailable' | 'payment_declined' | 'subscription_locked';

/** A fake of Paddle's billing. It responds at once and sends no notifications. */
export interface FakeBilling extends Billing {
  /** The calls that changed something, each with its id. */
  readonly made: readonly string[];
  /** The error of the next change; `payment_unavailable` makes the change without a response. */
  failNext(failure: Failure): void;
  decide(adjustmentId: string, status: 'approved' | 'rejected'): Adjustment;
}

interface FakeSubscription {
  priceId: string;
  status: 'active' | 'trialing' | 'canceled';
  cancelsAt: string | null;
  canceledAt: string | null;
  updatedAt: string;
  nextBilledAt: string;
}

/** Returns only the fields that are read, in the SDK's format. */
export function createFakeBilling(clock: Clock): FakeBilling {
  const subscriptions = new Map<string, FakeSubscription>();
  const transactions: Transaction[] = [];
  const charges: Transaction[] = [];
  const adjustments: Adjustment[] = [];
  const made: string[] = [];
  let fails: Failure | null = null;
  let steps = 0;
  const now = () => new Date(clock.now().getTime() + ++steps).toISOString();
  const later = () => new Date(clock.now().getTime() + yearMs).toISOString();
  const of = (id: string): FakeSubscription => {
    const known = subscriptions.get(id);
    if (known !== undefined) return known;
    const fresh: FakeSubscription = {
      priceId: 'pri_plain',
      status: 'active',
      cancelsAt: null,
      canceledAt: null,
      updatedAt: now(),
      nextBilledAt: later(),
    };
    subscriptions.set(id, fresh);
    return fresh;
  };
  const reply = (id: string) => {
    const { priceId, cancelsAt, ...rest } = of(id);
    const scheduledChange = cancelsAt === null ? null : { action: 'cancel', effectiveAt: cancelsAt };
    const nextBilledAt = cancelsAt === null && rest.status !== 'canceled' ? rest.nextBilledAt : null;
    const items = [{ price: { id: priceId } }];
    const shown = { ...rest, id, items, scheduledChange, nextBilledAt, currentBillingPeriod: null };
    return ok(shown as unknown as Subscription);
  };
  const change = (id: string, what: string, to: Partial<FakeSubscription>) => {
    made.push(`${what} ${id}`);
    const failed = fails;
    fails = null;
    if (failed === 'payment_declined' || failed === 'subscription_locked') return err(failed);
    Object.assign(of(id), to, { updatedAt: now() });
    return failed === null ? reply(id) : err(failed);
  };
  const none = <T>(changed: T) => changed as never;
  return {
    made,
    failNext: (failure) => {
      fails = failure;
    },
    decide(adjustmentId, status) {
      const found = adjustments.find(({ id }) => id === adjustmentId);
      if (found === undefined) throw new Error('no such adjustment');
      return Object.assign(found, { status, updatedAt: now() });
    },
    subscription: (id) => Promise.resolve(reply(id)),
    cancelAtPeriodEnd: (id) =>
      Promise.resolve(none(change(id, 'cancel', { cancelsAt: of(id).nextBilledAt }))),
    cancelNow: (id) => Promise.resolve(none(change(id, 'end', { status: 'canceled', canceledAt: now() }))),
    undoCancellation: (id) =>
      Promise.resolve(
        of(id).status === 'canceled' ? err('undo_too_late') : none(change(id, 'undo', { cancelsAt: null })),
      ),
    previewPrice: () =>
      Promise.resolve(
        ok({
          immediateTransaction: { details: { totals: { grandTotal: '5000', tax: '0', credit: '3376' } } },
          updateSummary: { credit: { amount: '3376' }, charge: { amount: '8376' } },
        } as unknown as SubscriptionPreview),
      ),
    changePrice(id, priceId, { inTrial }) {
      const at = now();
      const status = inTrial ? 'trialing' : 'active';
      const changed = change(id, 'change', {
        priceId,
        status,
        ...(inTrial ? {} : { nextBilledAt: later() }),
      });
      if (of(id).priceId === priceId && !inTrial)
        transactions.push({
          id: `txn_change_${transactions.length}_${id}`,
          status: 'completed',
          origin: 'subscription_update',
          subscriptionId: id,
          currencyCode: 'USD',
          billingPeriod: { startsAt: at, endsAt: addMonths(new Date(at), 24).toISOString() },
          items: [{ price: { id: priceId } }],
          details: { totals: { grandTotal: '5000', tax: '0' } },
          payments: [{ status: 'captured', methodDetails: { type: 'card', card: { last4: '4242' } } }],
          createdAt: at,
          billedAt: at,
        } as unknown as Transaction);
      return Promise.resolve(none(changed));
    },
    changeTransaction: (id) =>
      Promise.resolve(ok(transactions.findLast(({ subscriptionId }) => subscriptionId === id) ?? null)),
    charge(id, item) {
      made.push(`charge ${id}`);
      const failed = fails;
      fails = null;
      if (failed === 'payment_declined' || failed === 'subscription_locked')
        return Promise.resolve(err(failed));
      charges.unshift(chargeOf(id, item, { id: `txn_charge_${charges.length}_${id}`, at: now() }));
      return Promise.resolve(failed === null ? (reply(id) as never) : err(failed));
    },
    charges: (id) => Promise.resolve(ok(charges.filter(({ subscriptionId }) => subscriptionId === id))),
    adjustments: (transactionId) =>
      Promise.resolve(ok(adjustments.filter((one) => one.transactionId === transactionId))),
    refund(transactionId, reason) {
      made.push(`refund ${transactionId}`);
      const at = now();
      const adjustment = {
        id: `adj_${adjustments.length}_${transactionId}`,
        action: 'refund',
        type: 'full',
        status: 'pending_approval',
        transactionId,
        subscriptionId: null,
        currencyCode: 'USD',
        totals: { total: '5988', tax: '0' },
        items: [{ itemId: 'line', totals: { total: '5988' } }],
        reason,
        createdAt: at,
        updatedAt: at,
      } as unknown as Adjustment;
      const failed = fails;
      fails = null;
      adjustments.push(adjustment);
      return Promise.resolve(failed === null ? ok(adjustment) : err('payment_unavailable'));
    },
    refundPart(transactionId, lines, reason) {
      const total = lines.reduce((sum, { amount }) => sum + amount, 0);
      made.push(`refund ${total} of ${transactionId}`);
      const at = now();
      const adjustment = {
        id: `adj_${adjustments.length}_${transactionId}`,
        ...{ action: 'refund', type: 'partial', status: 'pending_approval', transactionId, reason },
        ...{ subscriptionId: null, currencyCode: 'USD', totals: { total: String(total), tax: '0' } },
        items: lines.map(({ itemId, amount }) => ({ itemId, totals: { total: String(amount) } })),
        ...{ createdAt: at, updatedAt: at },
      } as unknown as Adjustment;
      const failed = fails;
      fails = null;
      adjustments.push(adjustment);
      return Promise.resolve(failed === null ? ok(adjustment) : err('payment_unavailable'));
    },
    transaction: (id) =>
      Promise.resolve(
        ok({
          ...{ id, status: 'completed', origin: 'web', subscriptionId: null, currencyCode: 'USD' },
          ...{ billingPeriod: null, items: [{ price: { id: 'pri_plain' } }], payments: [] },
          ...{ createdAt: now(), billedAt: now() },
          details: {
            totals: { grandTotal: '5988', tax: '0' },
            lineItems: [{ id: 'line', totals: { total: '5988' } }],
          },
        } as unknown as Transaction),
      ),
    completedTransactions: () => Promise.resolve(ok([])),
    portal: (customerId, [id]) =>
      Promise.resolve(
        ok({
          overviewUrl: `https://portal.example/${customerId}`,
          paymentMethodUrl: id === undefined ? null : `https://portal.example/${id}/card`,
        }),
      ),
    invoice: (transactionId) => Promise.resolve(ok(`https://invoices.example/${transactionId}.pdf`)),
  };
}

/** One dollar per gigabyte. */
function chargeOf(
  subscriptionId: string,
  { priceId, quantity }: ChargedItem,
  { id, at }: { readonly id: string; readonly at: string },
): Transaction {
  return {
    ...{ id, subscriptionId, status: 'completed', origin: 'subscription_charge', currencyCode: 'USD' },
    ...{ billingPeriod: null, items: [{ price: { id: priceId }, quantity }], createdAt: at, billedAt: at },
    details: { totals: { grandTotal: String(100 * quantity), tax: '0' } },
    payments: [{ status: 'captured', methodDetails: { type: 'card', card: { last4: '4242' } } }],
  } as unknown as Transaction;
}
