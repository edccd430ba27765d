import type { Fields } from '../api/fields.ts';
import { PaddleError } from '../api/paddle-error.ts';
import type { Subscription, SubscriptionPreview } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { applyChange } from './apply-change.ts';
import { plannedChange } from './item-change.ts';
import { previewOf } from './preview-change.ts';
import { updateSubscription } from './subscription.ts';

const PRORATION_MODES = [
  'prorated_immediately',
  'prorated_next_billing_period',
  'full_immediately',
  'full_next_billing_period',
  'do_not_bill',
] as const;

const LOCK_MS = 30 * 60_000;

/**
 * Implements PATCH /subscriptions/ID for `custom_data`, `items` (an upgrade), `next_billed_at` (free days) and `scheduled_change: null`
 * (undoes a cancellation). Throws Paddle's errors.
 */
export function changeSubscription(context: PaddleContext, subscription: Subscription, fields: Fields): void {
  refuseUnchangeable(context, subscription, fields);
  const changes: Partial<Subscription> = {
    ...(fields.has('custom_data') ? { custom_data: fields.customData('custom_data') } : {}),
    ...(fields.has('scheduled_change') ? withoutScheduledChange(subscription) : {}),
    ...(fields.has('items')
      ? applyChange(context, subscription, plannedChange(context, subscription, fields), fields)
      : {}),
    ...(fields.has('next_billed_at') ? billedNext(context, subscription, fields) : {}),
  };
  fields.check();
  updateSubscription(context, subscription, changes);
}

/** Returns the preview of the same request's change of items. Throws Paddle's errors. */
export function previewChange(
  context: PaddleContext,
  subscription: Subscription,
  fields: Fields,
): SubscriptionPreview {
  refuseUnchangeable(context, subscription, fields);
  return previewOf(context, subscription, plannedChange(context, subscription, fields));
}

function refuseUnchangeable(context: PaddleContext, subscription: Subscription, fields: Fields): void {
  if (subscription.status === 'canceled') {
    throw refusal(
      'subscription_update_when_canceled',
      'cannot update subscription, as subscription is canceled',
    );
  }
  refuseNearRenewal(context, subscription);
  if (fields.has('scheduled_change') && !fields.isNull('scheduled_change')) {
    throw refusal(
      'subscription_scheduled_change_invalid_update',
      "You can only set the `scheduled_change` field to `null`. Other updates aren't allowed.",
    );
  }
  if (subscription.scheduled_change && !fields.has('scheduled_change')) throw pendingChange();
}

/** Schedules the cancellation for the end of the paid period. Nothing is billed unless it is undone. */
export function scheduleCancellation(context: PaddleContext, subscription: Subscription): void {
  if (subscription.scheduled_change) throw pendingChange();
  refuseNearRenewal(context, subscription);
  const endsAt = subscription.current_billing_period?.ends_at ?? context.timestamp();
  updateSubscription(context, subscription, {
    scheduled_change: {
      action: 'cancel',
      effective_at: subscription.next_billed_at ?? endsAt,
      resume_at: null,
    },
    next_billed_at: null,
    items: subscription.items.map((item) => ({ ...item, next_billed_at: null })),
  });
}

/** Throws 409 `subscription_locked_renewal` in the half hour before a renewal. */
function refuseNearRenewal(context: PaddleContext, subscription: Subscription): void {
  const next = subscription.next_billed_at;
  if (!next || subscription.status === 'past_due') return;
  if (new Date(next).getTime() - context.now().getTime() >= LOCK_MS) return;
  throw new PaddleError(
    409,
    { group: 'subscriptions', code: 'subscription_locked_renewal' },
    'cannot update subscription, as it is close to its renewal',
  );
}

function withoutScheduledChange(subscription: Subscription): Partial<Subscription> {
  if (!subscription.scheduled_change) return {};
  const next = subscription.scheduled_change.effective_at;
  return {
    scheduled_change: null,
    next_billed_at: next,
    items: subscription.items.map((item) => ({ ...item, next_billed_at: next })),
  };
}

function billedNext(
  context: PaddleContext,
  subscription: Subscription,
  fields: Fields,
): Partial<Subscription> {
  if (!fields.has('proration_billing_mode')) {
    fields.refuse('proration_billing_mode', 'must be provided as part of the request');
  }
  fields.oneOf('proration_billing_mode', PRORATION_MODES, 'do_not_bill');
  const wanted = new Date(fields.text('next_billed_at'));
  if (Number.isNaN(wanted.getTime())) {
    fields.refuse('next_billed_at', 'must be an RFC 3339 datetime');
    return {};
  }
  if (wanted.getTime() - context.now().getTime() < LOCK_MS) {
    throw refusal(
      'subscription_next_billed_at_too_soon',
      'next_billed_at must be at least 30 minutes from now',
    );
  }
  const next = wanted.toISOString();
  const period = subscription.current_billing_period;
  return {
    next_billed_at: next,
    ...(period ? { current_billing_period: { ...period, ends_at: next } } : {}),
    items: subscription.items.map((item) => ({
      ...item,
      next_billed_at: next,
      trial_dates:
        subscription.status === 'trialing' && item.trial_dates
          ? { ...item.trial_dates, ends_at: next }
          : (item.trial_dates ?? null),
    })),
  };
}

function pendingChange(): PaddleError {
  return refusal(
    'subscription_locked_pending_changes',
    'cannot update subscription, pending scheduled changes',
  );
}

function refusal(code: string, detail: string): PaddleError {
  return new PaddleError(400, { group: 'subscriptions', code }, detail);
}
