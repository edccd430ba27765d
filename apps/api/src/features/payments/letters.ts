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

const notNeeded = {
  second_plan: 'You have a plan that runs already, so this payment buys nothing more.',
  account_deleted: 'Your account was deleted before the coins arrived.',
  coupon_used_up: 'It arrived after the order had expired, and its coupon was used up by then.',
} as const;

/** Coins came that buy nothing. Where they go back to cannot be known from the payment. */
export function coinsGoBackLetter(given: {
  readonly amount: string;
  readonly fee: string;
  readonly reason: keyof typeof notNeeded;
  readonly orderId: string;
}): Letter {
  return {
    subject: `We owe you ${given.amount} in crypto`,
    preview: 'Reply with an address, and we send it back.',
    heading: `We send ${given.amount} back to you`,
    paragraphs: [
      `A payment in crypto has arrived. ${notNeeded[given.reason]}`,
      `Reply to this mail with the coin and the address that we should send it to. The fee of ${given.fee} for crypto is not refundable.`,
    ],
    facts: [{ term: 'Order', value: given.orderId }],
    footnote: 'You get this mail because an order of your account was paid in crypto.',
  };
}
