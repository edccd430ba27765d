/** What became of asking everything back. */
export const refundStateTexts = {
  pendingTitle: 'Refund asked for',
  pending: 'Paddle decides about {amount}. Comet works until then.',
  rejectedTitle: 'Refund not approved',
  rejected:
    'Paddle has not approved the refund of {amount}, so your plan stays as it is. Contact support if that is wrong.',
} as const;

/** Asking everything back. */
export const refundTexts = {
  title: 'Ask for your money back?',
  explanation:
    'Paddle looks at each refund, usually within two days. Comet works until it is approved, and ends then.',
  confirm: 'Ask for a refund',
  keep: 'Keep plan',
  asked: 'The refund is asked for. You hear by mail.',
} as const;

/** Payments, invoices and cards. */
export const billingTexts = {
  screen: 'Payments',
  headline: 'Payments and invoices',
  explanation: 'Everything you have paid. Paddle takes our payments and writes the invoices.',
  none: 'Nothing paid yet',
  noneExplanation: 'What you pay is listed here, each with its invoice.',
  list: 'Payments',
  subscription: 'Comet, {plan}',
  planChange: 'Change to {plan}',
  residentialData: 'Residential data, {count} GB',
  dedicatedIp: 'Dedicated IP, {months}',
  dedicatedIpExtension: 'Dedicated IP, {months} more',
  proxyTraffic: 'Residential proxy, {count} GB',
  when: '{date}, {method}',
  withTax: '{amount} of it tax',
  card: 'card',
  cardEnding: 'card ending {digits}',
  paypal: 'PayPal',
  crypto: 'crypto',
  refundPending: 'Refund asked for',
  refundRejected: 'Refund not approved',
  partlyRefunded: '{amount} refunded',
  refunded: 'Refunded',
  disputed: 'Taken back by the bank',
  invoice: 'Invoice',
  invoiceOf: 'Invoice of {date}',
  portal: 'Cards',
  portalExplanation: 'Paddle keeps your card and your billing address; you change them there.',
} as const;
