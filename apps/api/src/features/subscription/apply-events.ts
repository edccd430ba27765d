import type { Money } from '@comet/foundation';
import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/database.ts';
import type { Schema, SubscriptionItem, SubscriptionState } from '../../platform/database/schema.ts';
import { type JobQueue, jobKind } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Revoke } from '../gateways/index.ts';
import { restoreAllOf } from '../grants/index.ts';
import { hasAccess } from './access.store.ts';
import { cancelledEmail, paymentFailedEmail, trialStartedEmail } from './emails.ts';
import { cancelRenewal, stopRenewal } from './forfeit.ts';
import { plansByPrice } from './plan-change-orders.ts';
import type { ProviderEvent } from './provider-event.ts';
import { markPaid, recordEntitlementPeriods } from './record-payments.store.ts';
import { type SubscriptionFacts, subscriptionOf } from './subscription-of-events.ts';
import { withFreeDays } from './with-free-days.ts';

/** The email notices for changes of a subscription's state. */
type Notice = 'payment_failed' | 'cancelled' | 'trial_started';

const renewing: ReadonlySet<SubscriptionState | null> = new Set([null, 'trialing', 'active', 'past_due']);

/**
 * Returns the notice for a state change. States are derived from the set of all events, so a repeated or late notification changes no state
 * and sends no second notice. `before` is null for a new subscription.
 */
export function noticeOf(before: SubscriptionState | null, after: SubscriptionState): Notice | null {
  if (after === 'past_due') return before === 'past_due' ? null : 'payment_failed';
  if (after === 'trialing') return before === null ? 'trial_started' : null;
  return after === 'cancelled' && renewing.has(before) ? 'cancelled' : null;
}

type Order = Selectable<Schema['orders']> & { readonly item: SubscriptionItem };

/** Sets the date of a subscription's next payment at the provider, where it differs. */
export const moveNextPayment = jobKind<{ subscriptionId: string }>('subscription.move-next-payment', {
  retries: 30,
  firstPause: 5,
});

/** The account that an order belongs to. */
interface Payer {
  readonly email: string;
  /** When the account was deleted, or null. */
  readonly deletedAt: Date | null;
}

export interface ApplyDeps {
  readonly jobs: JobQueue;
  readonly revoke: Revoke;
  readonly outbox: Outbox;
  readonly dashboardUrl: string;
  /** The operator's mailbox. */
  readonly supportMail: string;
}

/**
 * Updates an order and its subscription from all events of the provider. The order must be locked. Access that ends is revoked on the
 * gateways in the same transaction, unless another subscription continues it. Days that were forfeited with the account, or because the
 * payment is returned, stay forfeited, whatever the events are. Returns the transactions of new payments that give no days.
 */
export async function applyEvents(
  deps: ApplyDeps,
  trx: DatabaseTransaction,
  order: Order,
  events: readonly ProviderEvent[],
  { now, payer }: { readonly now: Date; readonly payer: Payer },
): Promise<readonly string[]> {
  // Crypto pays for a single period in advance.
  const purchase = { ...order.item, renews: order.provider !== 'coingate' };
  const derived = subscriptionOf(purchase, events, await plansByPrice(trx, order.id, events));
  if (derived === null) return [];
  const before = await trx
    .selectFrom('subscriptions')
    .select(['id', 'state', 'accessUntil', 'endedAt', 'nextPaymentRequestedAt', 'forfeitedAt'])
    .select(['nextPaymentAt', 'nextPaymentAmount'])
    .where('orderId', '=', order.id)
    .forUpdate()
    .executeTakeFirst();
  const forfeitedAt = before?.forfeitedAt ?? payer.deletedAt ?? (order.returnReason === null ? null : now);
  const paid = forfeitedAt === null ? derived : withoutForfeited(derived, forfeitedAt);
  const facts = await withFreeDays(trx, { userId: order.userId, orderId: order.id }, paid);
  await markPaid(trx, order, facts, events, now);
  const hadAccess = before !== undefined && before.endedAt === null && before.accessUntil > now;
  // The provider's clock may be ahead of ours; a refund ends access at once nevertheless.
  const hasEnded = facts.state === 'refunded' || facts.accessUntil <= now;
  const requested = before?.nextPaymentRequestedAt ?? null;
  const mustMove = !hasEnded && isElsewhere(facts) && requested?.getTime() !== facts.nextPaymentAt?.getTime();

  const nextPaymentAt = hasEnded ? null : facts.nextPaymentAt;
  const values = {
    state: hasEnded && facts.state !== 'refunded' ? ('expired' as const) : facts.state,
    planId: facts.plan.planId,
    months: facts.plan.months,
    paddleSubscriptionId: facts.providerSubscriptionId,
    startedAt: facts.startedAt,
    paidUntil: paid.activeUntil,
    activeUntil: facts.activeUntil,
    accessUntil: facts.accessUntil,
    nextPaymentAmount: nextPaymentAt === null ? null : facts.plan.priceAmount,
    nextPaymentAt,
    paymentKind: facts.method?.kind ?? order.method,
    paymentLastDigits: facts.method?.lastDigits ?? null,
    nextPaymentRequestedAt: mustMove ? facts.nextPaymentAt : requested,
    endedAt: hasEnded ? (before?.endedAt ?? now) : null,
    forfeitedAt,
  };
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      ...values,
      userId: order.userId,
      orderId: order.id,
      currency: order.currency,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await recordEntitlementPeriods(trx, order, id, facts, now);
  if (mustMove) await deps.jobs.enqueue(trx, moveNextPayment, { subscriptionId: id });
  if (values.state === 'refunded' && before?.state !== 'refunded') await stopCharging(deps, trx, facts);
  if (payer.deletedAt === null) {
    const amount = { amount: facts.plan.priceAmount, currency: order.currency };
    const due = dueOf(before, order.currency);
    await notify(deps, trx, payer, { before: before?.state ?? null, ...values, amount, due });
  }
  if (hadAccess && hasEnded && !(await hasAccess(trx, order.userId, now))) {
    await deps.revoke(trx, { userId: order.userId, slot: null });
  }
  if (!hasEnded && !hadAccess) await restoreAllOf(trx, order.userId, now);
  return forfeitedAt === null ? [] : added;
}

interface Due {
  readonly amount: Money;
  readonly at: Date;
}

function dueOf(
  before: { readonly nextPaymentAt: Date | null; readonly nextPaymentAmount: number | null } | undefined,
  currency: string,
): Due | null {
  if (before === undefined || before.nextPaymentAt === null || before.nextPaymentAmount === null) return null;
  return { amount: { amount: before.nextPaymentAmount, currency }, at: before.nextPaymentAt };
}

/** Returns true where the provider's next charge has another date than the next payment. */
function isElsewhere(facts: SubscriptionFacts): boolean {
  const { state, providerSubscriptionId, nextPaymentAt, providerChargesAt } = facts;
  if (state !== 'active' && state !== 'trialing') return false;
  if (providerSubscriptionId === null || nextPaymentAt === null) return false;
  return providerChargesAt?.getTime() !== nextPaymentAt.getTime();
}

/** A refunded customer is not charged again; after a chargeback that is reversed, the customer keeps the plan's days. */
async function stopCharging(
  deps: ApplyDeps,
  trx: DatabaseTransaction,
  { providerSubscriptionId, reversedBy }: SubscriptionFacts,
): Promise<void> {
  if (providerSubscriptionId === null) return;
  const kind = reversedBy === 'chargeback' ? stopRenewal : cancelRenewal;
  await deps.jobs.enqueue(trx, kind, { providerSubscriptionId });
}

async function notify(
  deps: ApplyDeps,
  trx: DatabaseTransaction,
  payer: Payer,
  change: {
    readonly before: SubscriptionState | null;
    readonly state: SubscriptionState;
    readonly accessUntil: Date;
    readonly nextPaymentAt: Date | null;
    readonly amount: Money;
    /** The payment that was due before the change. */
    readonly due: Due | null;
  },
): Promise<void> {
  const { amount, accessUntil: until } = change;
  const { dashboardUrl } = deps;
  const notice = noticeOf(change.before, change.state);
  if (notice === 'cancelled') {
    const homeUrl = `${dashboardUrl}/dash/home/`;
    const canBeUndone = change.before !== 'past_due';
    const due = canBeUndone ? change.due : null;
    await deps.outbox.post(trx, payer.email, cancelledEmail({ until, due, homeUrl, canBeUndone }));
  }
  if (notice === 'trial_started' && change.nextPaymentAt !== null) {
    const homeUrl = `${dashboardUrl}/dash/home/`;
    const devicesUrl = `${dashboardUrl}/dash/devices`;
    const email = trialStartedEmail({ amount, at: change.nextPaymentAt, devicesUrl, homeUrl });
    await deps.outbox.post(trx, payer.email, email);
  }
  if (notice === 'payment_failed') {
    const billingUrl = `${dashboardUrl}/dash/billing/`;
    await deps.outbox.post(trx, payer.email, paymentFailedEmail({ amount, until, billingUrl }));
  }
}

/** After a forfeit no days count, and no payment is due. */
function withoutForfeited(facts: SubscriptionFacts, forfeitedAt: Date): SubscriptionFacts {
  const end = (until: Date) => new Date(Math.min(until.getTime(), forfeitedAt.getTime()));
  return {
    ...facts,
    activeUntil: end(facts.activeUntil),
    accessUntil: end(facts.accessUntil),
    nextPaymentAt: null,
  };
}
