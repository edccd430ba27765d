import type { SubscriptionState } from '../../platform/database/schema.ts';
import { addDays, addMonths } from '../plans/index.ts';
import { adjustmentsOf, type TakenBack, takenBack } from './adjustments.ts';
import type { PaymentCompleted, ProviderEvent, SubscriptionChanged } from './provider-event.ts';

/** A plan as it is paid for: `priceAmount` is what it renews for, in the minor unit. */
export interface PaidPlan {
  readonly planId: string;
  readonly months: number;
  readonly priceAmount: number;
}

/** What was bought. */
export interface Purchase extends PaidPlan {
  readonly trialDays: number;
  readonly freeMonths: number;
  /** When it begins, if that is after it is paid: at the end of what was paid before. ISO 8601. */
  readonly startsAt?: string;
  /** False for a period that is paid in advance and followed by none. */
  readonly renews?: boolean;
}

/** The plans that a subscription may have been moved to, by the provider's name of their price. */
export type PlansByPrice = ReadonlyMap<string, PaidPlan>;

/** What one payment bought. */
export interface Grant {
  readonly transactionId: string;
  readonly kind: 'trial' | 'payment';
  readonly from: Date;
  readonly until: Date;
  readonly freeMonths: number;
  readonly amount: number;
  readonly currency: string;
}

export interface SubscriptionFacts {
  readonly state: Exclude<SubscriptionState, 'expired'>;
  readonly startedAt: Date;
  /** The end of what is paid for. */
  readonly activeUntil: Date;
  /** The end of access: later than `activeUntil` where a renewal is awaited. */
  readonly accessUntil: Date;
  readonly nextPaymentAt: Date | null;
  /** When the provider means to charge next, as far as it has said so. */
  readonly providerChargesAt: Date | null;
  readonly providerSubscriptionId: string | null;
  readonly method: PaymentCompleted['method'];
  readonly grants: readonly Grant[];
  /** The plan that the last payment was for. */
  readonly plan: PaidPlan;
  /** By what the last payment stopped paying for anything; null unless `refunded`. */
  readonly takenBackBy: TakenBack['by'] | null;
}

/** A renewal that fails leaves the customer connected for a week. */
const pastDueGraceDays = 7;
/** A renewal that is on its way, or whose notification is, must not cut anybody off. */
const renewalGraceDays = 1;
const hourMs = 3600 * 1000;

/**
 * What a subscription is, from everything the provider has said about it. A function of the *set* of events: order of
 * arrival and repetition make no difference. Null while nothing was paid, whatever else was said.
 */
export function subscriptionOf(
  purchase: Purchase,
  events: readonly ProviderEvent[],
  plans: PlansByPrice = new Map(),
): SubscriptionFacts | null {
  const payments = paymentsOf(events);
  const grants = grantsOf(purchase, payments, plans);
  const last = grants.at(-1);
  const first = grants[0];
  const lastPayment = payments.at(-1);
  if (last === undefined || first === undefined || lastPayment === undefined) return null;

  const changes = events.filter((event) => event.type === 'subscription_changed');
  const latest = latestChange(changes);
  const facts = {
    startedAt: first.from,
    providerChargesAt: chargesAt(latest, lastPayment),
    providerSubscriptionId: subscriptionIdOf(events),
    method: payments.findLast((payment) => payment.method !== null)?.method ?? null,
    grants,
    plan: planOf(lastPayment, plans) ?? purchase,
    takenBackBy: null,
  };
  const back = takenBack(adjustmentsOf(events), lastPayment);
  if (back !== null) {
    const end = { activeUntil: back.at, accessUntil: back.at, nextPaymentAt: null };
    return { ...facts, ...end, state: 'refunded', takenBackBy: back.by };
  }
  const paidUntil = new Date(Math.max(...grants.map((grant) => grant.until.getTime())));
  const state = stateOf(latest, lastPayment, last);
  if (state === 'cancelled') {
    const activeUntil = endOfCancelled(latest, changes, payments, paidUntil);
    return { ...facts, state, activeUntil, accessUntil: activeUntil, nextPaymentAt: null };
  }
  if (purchase.renews === false) {
    return { ...facts, state, activeUntil: paidUntil, accessUntil: paidUntil, nextPaymentAt: null };
  }
  const told = latest?.nextPaymentAt ?? null;
  // Free months move the next payment; until the provider has heard of it, its own date is too early.
  const nextPaymentAt = told !== null && new Date(told) > paidUntil ? new Date(told) : paidUntil;
  const grace = state === 'past_due' ? pastDueGraceDays : renewalGraceDays;
  return { ...facts, state, activeUntil: paidUntil, accessUntil: addDays(paidUntil, grace), nextPaymentAt };
}

/** The later of what the provider has announced and the end of the period that was paid last. */
function chargesAt(latest: SubscriptionChanged | null, lastPayment: PaymentCompleted): Date | null {
  const times = [latest?.nextPaymentAt ?? null, lastPayment.period?.endsAt ?? null].filter(
    (at) => at !== null,
  );
  return times.length === 0 ? null : new Date(Math.max(...times.map(Date.parse)));
}

function planOf(payment: PaymentCompleted, plans: PlansByPrice): PaidPlan | null {
  for (const priceId of payment.priceIds) {
    const plan = plans.get(priceId);
    if (plan !== undefined) return plan;
  }
  return null;
}

/** Every payment once, oldest first. */
function paymentsOf(events: readonly ProviderEvent[]): readonly PaymentCompleted[] {
  const byTransaction = new Map<string, PaymentCompleted>();
  for (const event of events) {
    if (event.type !== 'payment_completed') continue;
    const known = byTransaction.get(event.transactionId);
    if (known === undefined || compareEvents(event, known) < 0) byTransaction.set(event.transactionId, event);
  }
  const startOf = (payment: PaymentCompleted) => Date.parse(payment.period?.startsAt ?? payment.at);
  return [...byTransaction.values()].sort(
    (one, other) => startOf(one) - startOf(other) || compareText(one.transactionId, other.transactionId),
  );
}

function grantsOf(
  purchase: Purchase,
  payments: readonly PaymentCompleted[],
  plans: PlansByPrice,
): readonly Grant[] {
  let freeMonths = purchase.freeMonths;
  return payments.map((payment) => {
    const isTrial = payment.amount === 0 && purchase.trialDays > 0;
    const from = new Date(payment.period?.startsAt ?? laterOf(payment.at, purchase.startsAt));
    const bought =
      payment.period !== null
        ? new Date(payment.period.endsAt)
        : isTrial
          ? addDays(from, purchase.trialDays)
          : addMonths(from, (planOf(payment, plans) ?? purchase).months);
    // Free months come on top of the first period that was paid for, once.
    const extra = isTrial ? 0 : freeMonths;
    if (!isTrial) freeMonths = 0;
    return {
      transactionId: payment.transactionId,
      kind: isTrial ? 'trial' : 'payment',
      from,
      until: addMonths(bought, extra),
      freeMonths: extra,
      amount: payment.amount,
      currency: payment.currency,
    };
  });
}

function laterOf(one: string, other: string | undefined): string {
  return other !== undefined && Date.parse(other) > Date.parse(one) ? other : one;
}

/** When two changes carry the same time, the one that is further along counts. */
const rank = { trialing: 0, active: 1, paused: 2, past_due: 3, canceled: 4 } as const;

function latestChange(changes: readonly SubscriptionChanged[]): SubscriptionChanged | null {
  const order = (one: SubscriptionChanged, other: SubscriptionChanged) =>
    Date.parse(one.at) - Date.parse(other.at) ||
    rank[one.status] - rank[other.status] ||
    compareEvents(one, other);
  return changes.toSorted(order).at(-1) ?? null;
}

function stateOf(
  latest: SubscriptionChanged | null,
  lastPayment: PaymentCompleted,
  lastGrant: Grant,
): 'trialing' | 'active' | 'past_due' | 'cancelled' {
  if (latest?.status === 'canceled' || latest?.status === 'paused') return 'cancelled';
  if (latest !== null && latest.cancelsAt !== null) return 'cancelled';
  // A payment that came after the provider's last word has settled what that word was about.
  const isCurrent = latest !== null && Date.parse(latest.at) >= Date.parse(lastPayment.at);
  if (isCurrent && latest.status === 'past_due') return 'past_due';
  return lastGrant.kind === 'trial' ? 'trialing' : 'active';
}

/** A cancellation works at the end of what was paid for, unless the provider has ended the subscription in the middle of a period. */
function endOfCancelled(
  latest: SubscriptionChanged | null,
  changes: readonly SubscriptionChanged[],
  payments: readonly PaymentCompleted[],
  paidUntil: Date,
): Date {
  if (latest?.status !== 'canceled') return paidUntil;
  const canceledAt = Date.parse(latest.canceledAt ?? latest.at);
  const periodEnds = [
    ...changes.map((change) => change.periodEndsAt),
    ...payments.map((payment) => payment.period?.endsAt ?? null),
  ].filter((end) => end !== null);
  const periodEnd = periodEnds.length > 0 ? Math.max(...periodEnds.map(Date.parse)) : paidUntil.getTime();
  const midPeriod = canceledAt < periodEnd - hourMs;
  return midPeriod ? new Date(Math.min(canceledAt, paidUntil.getTime())) : paidUntil;
}

function subscriptionIdOf(events: readonly ProviderEvent[]): string | null {
  const ids = events.map((event) => event.subscriptionId).filter((id) => id !== null);
  return ids.toSorted(compareText)[0] ?? null;
}

/** By time, and where that is the same by content: any fixed order will do, as long as arrival plays no part. */
function compareEvents(one: ProviderEvent, other: ProviderEvent): number {
  return Date.parse(one.at) - Date.parse(other.at) || compareText(JSON.stringify(one), JSON.stringify(other));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
