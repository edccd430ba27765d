import type { daemonApi, ReplyOf } from '@comet/contract';
import type { ResultOf } from '@comet/tunnel-protocol';

type Subscription = ReplyOf<typeof daemonApi.showSubscription>['subscription'];
type Status = Pick<ResultOf<'account'>, 'status' | 'plan' | 'activeUntil' | 'renews' | 'source'>;

/**
 * What an account may do by its subscription. A payment that is due leaves it active: it is tried again for a week. A time that is over
 * is over, whatever the service has written down about it.
 */
export function statusOf(subscription: Subscription, now: Date): Status {
  if (subscription === null)
    return { status: 'inactive', plan: null, activeUntil: null, renews: false, source: null };
  const { state, activeUntil, months, nextPayment, source } = subscription;
  const isOver = state === 'refunded' || state === 'expired' || new Date(activeUntil) <= now;
  if (isOver) return { status: 'inactive', plan: null, activeUntil: null, renews: false, source };
  const status = state === 'cancelled' ? 'cancelled' : 'active';
  return { status, plan: { months }, activeUntil, renews: nextPayment !== null, source };
}
