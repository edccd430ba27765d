const whyRefund = 'You’re receiving this because a refund was requested for your account.';

/** Refunds. */
export const paymentEmails = {
  refundRequested: {
    subject: 'Refund requested: {amount}',
    preview: 'You get it back the way you paid, usually within two days.',
    heading: 'Refund requested',
    paragraphs: [
      'You get {amount} back the way you paid, usually within two days.',
      'Paddle, our payment provider, is reviewing the refund, and we’ll email you its decision. {effect}',
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
      '{effect}',
    ],
    action: 'View payments',
    footnote: whyRefund,
  },
  refundRejected: {
    subject: 'Your {amount} refund was declined',
    preview: '{effect}',
    heading: 'Your refund was declined',
    paragraphs: [
      'Paddle, our payment provider, declined the refund of {amount}. {effect}',
      'If you think that’s wrong, reply to this email and support will look into it.',
    ],
    action: 'View payments',
    footnote: whyRefund,
  },
  /** Paddle declined the refund of a payment that gave no plan: it is still owed. */
  returnDeclined: {
    subject: 'Your {amount} refund is delayed',
    preview: 'We still owe you this money, and our team is settling it.',
    heading: 'Your refund is delayed',
    paragraphs: [
      'Paddle, our payment provider, declined the refund of {amount}. {reason}',
      'We still owe you this money. Our team is settling it by hand and will email you. You don’t have to do anything.',
    ],
    action: 'View payments',
    footnote: whyRefund,
  },
  effects: {
    pending: 'What you paid for keeps working until then.',
    rejected: 'What you paid for keeps working.',
    plan: 'The plan it paid for has ended.',
    purchase: 'What it paid for has ended.',
    part: 'It’s part of your payment, so what you paid for keeps working.',
  },
  terms: { amount: 'Amount', requested: 'Requested', approved: 'Approved', declined: 'Declined' },
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
