import { daysLeft } from '@comet/texts';
import type { Subscription } from '../subscription/index.ts';

/** The days that go with the account, the begun one included; 0 without a running plan. */
export function forfeitedDays(subscription: Subscription | null, now: Date): number {
  if (subscription === null || subscription.state === 'refunded' || subscription.state === 'expired')
    return 0;
  return daysLeft(subscription.activeUntil, now);
}
