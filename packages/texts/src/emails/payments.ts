const whyRefund = 'You’re receiving this because a refund was requested for your account.';

/** Refunds. */
export const paymentEmails = {
  refundRequested: {
    subject: 'We got your request for a {amount} refund',
    preview: 'Paddle usually decides within two days.',
    heading: 'You requested a {amount} refund',
    paragraphs: [
      'Paddle, our payment provider, reviews each refund, usually within two days. We’ll email you the decision.',
      'Until it’s approved, what you paid for keeps working.',
    ],
    action: 'View payments',
    footnote: whyRefund,
  },
  refunded: {
    subject: 'Your {amount} refund is on its way',
    preview: 'It goes back the way you paid.',
    heading: 'Your refund is approved',
    paragraphs: [
      '{amount} goes back the way you paid. Banks can take up to ten days to show it.',
      'If this was a full refund, what it paid for has ended.',
    ],
    action: 'View payments',
    footnote: whyRefund,
  },
  refundRejected: {
    subject: 'Your refund was declined',
    preview: 'What you paid for keeps working.',
    heading: 'Your refund was declined',
    paragraphs: [
      'Paddle, our payment provider, declined the refund of {amount}. What you paid for keeps working.',
      'If you think that’s wrong, reply to this email and support will look into it.',
    ],
    action: 'View payments',
    footnote: whyRefund,
  },
  coinsGoBack: {
    subject: 'We owe you {amount} in crypto',
    preview: 'Reply with a wallet address and we’ll send it back.',
    heading: 'We’re returning {amount} to you',
    paragraphs: [
      'We received a crypto payment from you. {reason}',
      'Reply to this email with the coin and the wallet address to send it to. The {fee} crypto fee is non-refundable.',
    ],
    footnote: 'You’re receiving this because an order on your account was paid in crypto.',
  },
  /** Why a crypto payment has no entitlement. */
  notNeeded: {
    second_plan: 'You already have an active plan, so the payment wasn’t needed.',
    account_deleted: 'Your account was deleted before it arrived.',
    coupon_used_up: 'It arrived after the order had expired, and the coupon had been used up by then.',
  },
} as const;
