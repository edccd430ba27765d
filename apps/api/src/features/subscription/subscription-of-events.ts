import type { SubscriptionState } from '../../platform/database/schema.ts';
import { addDays } from '../plans/index.ts';
import { adjustmentsOf, type PaymentReversal, paymentReversalOf } from './adjustments.ts';
import {
  compareEvents,
  compareText,
  type EntitlementPeriod,
  entitlementPeriodsOf,
  type PaidPlan,
  paymentsOf,
  planOf,
  type PlansByPrice,
  type Purchase,
} from './entitlement-periods.ts';
import type { PaymentCompleted, ProviderEvent, SubscriptionChanged } from './provider-event.ts';

export interface SubscriptionFacts {
  readonly state: Exclude<SubscriptionState, 'expired'>;
  readonly startedAt: Date;
  /** End of the paid period. */
  readonly activeUntil: Date;
  /** The end of access: later than `activeUntil` while a renewal is expected. */
  readonly accessUntil: Date;
  readonly nextPaymentAt: Date | null;
  /** Date of the provider's next charge, if it is known. */
  readonly providerChargesAt: Date | null;
  readonly providerSubscriptionId: string | null;
  readonly method: PaymentCompleted['method'];
  readonly entitlements: readonly EntitlementPeriod[];
  /** The plan of the last payment; before any payment, the ordered plan. */
  readonly plan: PaidPlan;
  /** How the last payment became void; null unless `refunded`. */
  readonly reversedBy: PaymentReversal['by'] | null;
}

/** A failed renewal keeps access for a week. */
const pastDueGraceDays = 7;
/** Covers a renewal whose payment or notification is delayed, so that access continues. */
const renewalGraceDays = 1;
const hourMs = 3600 * 1000;

/**
 * Derives a subscription from all events of the provider. A function of the *set* of events: order of arrival and repetition make no
 * difference. Null while nothing was paid, whatever the other events are.
 */
export function subscriptionOf(
  purchase: Purchase,
  events: readonly ProviderEvent[],
  plans: PlansByPrice = new Map(),
): SubscriptionFacts | null {
  const payments = paymentsOf(events);
  const entitlements = entitlementPeriodsOf(purchase, payments, plans);
  const last = entitlements.at(-1);
  const first = entitlements[0];
  const lastPayment = payments.at(-1);
  if (last === undefined || first === undefined || lastPayment === undefined) return null;

  const changes = events.filter((event) => event.type === 'subscription_changed');
  const latest = latestChange(changes);
  const facts = {
    startedAt: first.from,
    providerChargesAt: chargesAt(latest, lastPayment),
    providerSubscriptionId: subscriptionIdOf(events),
    method: payments.findLast((payment) => payment.method !== null)?.method ?? null,
    entitlements,
    plan:
      (last.kind === 'trial' ? planOf(latest?.priceIds ?? [], plans) : null) ??
      planOf(lastPayment.priceIds, plans) ??
      purchase,
    reversedBy: null,
  };
  const back = paymentReversalOf(adjustmentsOf(events), lastPayment);
  if (back !== null) {
    const end = { activeUntil: back.at, accessUntil: back.at, nextPaymentAt: null };
    return { ...facts, ...end, state: 'refunded', reversedBy: back.by };
  }
  const paidUntil = new Date(Math.max(...entitlements.map((entitlement) => entitlement.until.getTime())));
  const state = stateOf(latest, lastPayment, last);
  if (latest?.status === 'canceled' && wasDue(changes, lastPayment)) {
    // There are no further charges, and the week of grace after a due payment stays.
    const accessUntil = addDays(paidUntil, pastDueGraceDays);
    return { ...facts, state: 'cancelled', activeUntil: paidUntil, accessUntil, nextPaymentAt: null };
  }
  if (state === 'cancelled') {
    const activeUntil = endOfCancelled(latest, changes, payments, paidUntil);
    return { ...facts, state, activeUntil, accessUntil: activeUntil, nextPaymentAt: null };
  }
  if (purchase.renews === false) {
    return { ...facts, state, activeUntil: paidUntil, accessUntil: paidUntil, nextPaymentAt: null };
  }
  const announced = latest?.nextPaymentAt ?? null;
  // Free months move the next payment; until the provider is updated, its own date is too early.
  const nextPaymentAt =
    announced !== null && new Date(announced) > paidUntil ? new Date(announced) : paidUntil;
  const grace = state === 'past_due' ? pastDueGraceDays : renewalGraceDays;
  return { ...facts, state, activeUntil: paidUntil, accessUntil: addDays(paidUntil, grace), nextPaymentAt };
}

/** The later of the provider's announced date and the end of the last paid period. */
function chargesAt(latest: SubscriptionChanged | null, lastPayment: PaymentCompleted): Date | null {
  const times = [latest?.nextPaymentAt ?? null, lastPayment.period?.endsAt ?? null].filter(
    (at) => at !== null,
  );
  return times.length === 0 ? null : new Date(Math.max(...times.map(Date.parse)));
}

/** Of two changes with the same time, the one with the later status counts. */
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
  lastPeriod: EntitlementPeriod,
): 'trialing' | 'active' | 'past_due' | 'cancelled' {
  if (latest?.status === 'canceled' || latest?.status === 'paused') return 'cancelled';
  if (latest !== null && latest.cancelsAt !== null) return 'cancelled';
  // A payment after the provider's last change has settled the state of that change.
  const isCurrent = latest !== null && Date.parse(latest.at) >= Date.parse(lastPayment.at);
  if (isCurrent && latest.status === 'past_due') return 'past_due';
  return lastPeriod.kind === 'trial' ? 'trialing' : 'active';
}

/** Returns whether a payment was overdue: the provider reported it after the last completed payment. */
function wasDue(changes: readonly SubscriptionChanged[], lastPayment: PaymentCompleted): boolean {
  return changes.some(
    ({ status, at }) => status === 'past_due' && Date.parse(at) > Date.parse(lastPayment.at),
  );
}

/** A cancellation takes effect at the end of the paid period, unless the provider has ended the subscription within a period. */
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
