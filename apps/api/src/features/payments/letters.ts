import { formatMoney, type Money } from '@comet/foundation';
import type { Letter } from '../../platform/mail/letter.ts';

/** Money was given back. */
export function refundedLetter(amount: Money, billingUrl: string): Letter {
  return {
    subject: `${formatMoney(amount)} goes back to you`,
    preview: 'It returns the way it was paid.',
    heading: 'Your refund is approved',
    paragraphs: [
      `${formatMoney(amount)} goes back the way it was paid. Banks take up to ten days to show it.`,
      'What it paid for has ended if it was all of a payment.',
    ],
    action: { label: 'See payments', url: billingUrl },
    footnote: 'You get this mail because a refund was asked for your account.',
  };
}

/** A refund that was asked for is not given. */
export function refundRejectedLetter(amount: Money, billingUrl: string): Letter {
  return {
    subject: 'Your refund was not approved',
    preview: 'Your plan goes on as before.',
    heading: 'Your refund was not approved',
    paragraphs: [
      `Paddle, who takes our payments, has not approved the refund of ${formatMoney(amount)}. Your plan goes on as before.`,
      'If you think that is wrong, reply to this mail, and support looks into it.',
    ],
    action: { label: 'See payments', url: billingUrl },
    footnote: 'You get this mail because a refund was asked for your account.',
  };
}
