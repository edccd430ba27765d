const whyRefund = 'You get this mail because a refund was asked for your account.';

/** Refunds. */
export const paymentEmails = {
  refundRequested: {
    subject: 'A refund of {amount} is requested',
    preview: 'Paddle decides, usually within two days.',
    heading: 'A refund of {amount} is requested',
    paragraphs: [
      'Paddle, who takes our payments, looks at each refund, usually within two days. We mail you the decision.',
      'Until it is approved, what you paid for keeps working.',
    ],
    action: 'See payments',
    footnote: whyRefund,
  },
  refunded: {
    subject: '{amount} goes back to you',
    preview: 'It returns the way it was paid.',
    heading: 'Your refund is approved',
    paragraphs: [
      '{amount} goes back the way it was paid. Banks take up to ten days to show it.',
      'What it paid for has ended if it was all of a payment.',
    ],
    action: 'See payments',
    footnote: whyRefund,
  },
  refundRejected: {
    subject: 'Your refund was not approved',
    preview: 'Your plan goes on as before.',
    heading: 'Your refund was not approved',
    paragraphs: [
      'Paddle, who takes our payments, has not approved the refund of {amount}. Your plan goes on as before.',
      'If you think that is wrong, reply to this mail, and support looks into it.',
    ],
    action: 'See payments',
    footnote: whyRefund,
  },
  coinsGoBack: {
    subject: 'We owe you {amount} in crypto',
    preview: 'Reply with an address, and we send it back.',
    heading: 'We send {amount} back to you',
    paragraphs: [
      'A payment in crypto has arrived. {reason}',
      'Reply to this mail with the coin and the address that we should send it to. The fee of {fee} for crypto is not refundable.',
    ],
    footnote: 'You get this mail because an order of your account was paid in crypto.',
  },
  /** Why coins buy nothing. */
  notNeeded: {
    second_plan: 'You have a plan that runs already, so this payment buys nothing more.',
    account_deleted: 'Your account was deleted before the coins arrived.',
    coupon_used_up: 'It arrived after the order had expired, and its coupon was used up by then.',
  },
} as const;
