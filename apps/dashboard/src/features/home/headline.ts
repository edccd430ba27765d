import { formatDay, homeTexts, formatText } from '@comet/texts';
import type { Subscription } from '../subscription/index.ts';
import { formatMonths } from '../subscription/index.ts';

export interface HomeHeadline {
  readonly headline: string;
  readonly explanation: string;
  /** `nothing` while the plan is active, else the next action. */
  readonly next: 'nothing' | 'choose-plan' | 'see-payment';
}

/** The headline of the home screen: the plan, and until when it is active. */
export function homeHeadline(subscription: Subscription | null, paymentUnderWay: boolean): HomeHeadline {
  const running = subscription !== null && !['refunded', 'expired'].includes(subscription.state);
  if (paymentUnderWay && !running) {
    return {
      headline: homeTexts.processing,
      explanation: homeTexts.processingExplanation,
      next: 'see-payment',
    };
  }
  if (subscription === null) {
    return { headline: homeTexts.none, explanation: homeTexts.noneExplanation, next: 'choose-plan' };
  }
  if (running && isBeingRefunded(subscription))
    return stands(homeTexts.activeUntilRefund, homeTexts.activeUntilRefundExplanation);
  const date = formatDay(subscription.activeUntil);
  switch (subscription.state) {
    case 'trialing':
      return stands(formatText(homeTexts.trialingUntil, { date }), renewalText(subscription));
    case 'active':
      return stands(formatText(homeTexts.activeUntil, { date }), renewalText(subscription));
    case 'past_due':
      return stands(formatText(homeTexts.pastDueUntil, { date }), homeTexts.pastDueExplanation);
    case 'cancelled':
      return stands(formatText(homeTexts.cancelledUntil, { date }), homeTexts.cancelledExplanation);
    case 'refunded':
      return {
        headline: homeTexts.refunded,
        explanation: homeTexts.refundedExplanation,
        next: 'choose-plan',
      };
    case 'expired':
      return {
        headline: formatText(homeTexts.expired, { date }),
        explanation: homeTexts.expiredExplanation,
        next: 'choose-plan',
      };
  }
}

/** Whether the plan ends once the provider approves its pending refund. */
export const isBeingRefunded = ({ refund }: Pick<Subscription, 'refund'>): boolean =>
  refund?.state === 'pending' && refund.endsPlan;

/** `the App Store`. */
export function storeName(source: Exclude<Subscription['source'], 'web'>): string {
  return source === 'app_store' ? homeTexts.appStore : homeTexts.playStore;
}

/**
 * `12 months, renews with card ending 4242`. A plan bought in an app store renews there, and the store does
 * not report its terms.
 */
function renewalText(subscription: Subscription): string {
  const plan = formatMonths(subscription.months);
  const { source } = subscription;
  if (source !== 'web') return formatText(homeTexts.fromStore, { plan, store: storeName(source) });
  const method = subscription.paymentMethod;
  if (subscription.nextPayment === null || method === null) return formatText(homeTexts.endsThere, { plan });
  if (method.kind === 'card' && method.lastDigits !== null) {
    return formatText(homeTexts.renewsByCard, { plan, digits: method.lastDigits });
  }
  return formatText(homeTexts.renewsBy, {
    plan,
    method: method.kind === 'card' ? homeTexts.cardPlain : homeTexts.paypal,
  });
}

function stands(headline: string, explanation: string): HomeHeadline {
  return { headline, explanation, next: 'nothing' };
}

/**
 * Returns the elapsed share of the paid or free time, 0 to 1. The period began at most the plan's months
 * before its end, and never before the subscription did.
 */
export function remainingShare(subscription: Subscription, now: Date): number {
  const end = new Date(subscription.activeUntil);
  const began = new Date(end);
  began.setUTCMonth(began.getUTCMonth() - subscription.months - subscription.freeMonths);
  const start = Math.max(began.getTime(), new Date(subscription.startedAt).getTime());
  const whole = end.getTime() - start;
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (end.getTime() - now.getTime()) / whole));
}
