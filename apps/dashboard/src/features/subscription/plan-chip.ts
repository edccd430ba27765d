import { navigationTexts as texts, formatText } from '@comet/texts';
import { formatMonths } from './plan-text.ts';
import type { Subscription } from './subscription.ts';

/** A short description of an account's plan: `12 months, active`. */
export function planChip(subscription: Pick<Subscription, 'state' | 'months'> | null): string {
  if (subscription === null) return texts.noPlan;
  return formatText(texts.plan[subscription.state], { plan: formatMonths(subscription.months) });
}
