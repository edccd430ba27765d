import type { Subscription } from '../subscription/index.ts';

/** Whether an account has a plan that is running, so that it can buy other products. */
export function hasPlan(subscription: Pick<Subscription, 'state'> | null): boolean {
  return subscription !== null && subscription.state !== 'expired' && subscription.state !== 'refunded';
}
