import { cancelPlanTexts as texts, formatDay, formatMoney, formatText } from '@comet/texts';
import type { Subscription } from '../subscription/index.ts';

/** States when the plan ends, and which payment is not charged. */
export function effectText(
  { state, nextPayment }: Pick<Subscription, 'state' | 'nextPayment'>,
  date: string,
): string {
  if (state === 'past_due' || nextPayment === null) return formatText(texts.effectWithoutCharge, { date });
  return formatText(texts.effect, {
    date,
    amount: formatMoney(nextPayment.amount),
    due: formatDay(nextPayment.at),
  });
}
