/** What became of a requested refund. */
export const refundStateTexts = {
  pendingTitle: 'Refund requested',
  pending: 'Paddle is reviewing your refund of {amount}. Comet keeps working in the meantime.',
  rejectedTitle: 'Refund declined',
  rejected:
    'Paddle declined your refund of {amount}, so your plan hasn’t changed. Contact support if you think that’s wrong.',
} as const;

/** Requesting a full refund. */
export const refundTexts = {
  title: 'Request a refund?',
  explanation:
    'You get {amount} back, usually within two days. Comet works until it’s approved, then your plan ends.',
  confirm: 'Request refund',
  keep: 'Keep plan',
  asked: 'Refund requested. We’ll email you.',
} as const;

/** The page that a receipt's invoice link leads to, until the PDF opens. */
export const invoiceTexts = {
  screen: 'Invoice',
  headline: 'Opening your invoice',
  explanation: 'Paddle issues it as a PDF. It opens automatically.',
  open: 'Open the PDF',
  payments: 'All payments',
} as const;

/** Payments, invoices and cards. */
export const billingTexts = {
  screen: 'Payments',
  headline: 'Payments and invoices',
  explanation: 'Your payments. Paddle processes them and issues invoices.',
  none: 'Your payments and their invoices will appear here.',
  choosePlan: 'Choose a plan',
  list: 'Payments',
  subscription: 'Comet, {plan}',
  planChange: 'Change to {plan}',
  residentialData: 'Residential data, {count} GB',
  dedicatedIp: 'Dedicated IP, {months}',
  dedicatedIpExtension: 'Dedicated IP extension, {months}',
  proxyTraffic: 'Residential proxy, {count} GB',
  when: '{date}, {method}',
  order: 'Order {number}',
  withTax: 'includes {amount} tax',
  withoutTax: 'no tax',
  card: 'card',
  cardEnding: 'card ending {digits}',
  paypal: 'PayPal',
  crypto: 'crypto',
  refundPending: 'Refund requested',
  refundRejected: 'Refund declined',
  partlyRefunded: '{amount} refunded',
  refunded: 'Refunded',
  disputed: 'Chargeback',
  invoice: 'Invoice',
  invoiceOf: 'Invoice from {date}',
  portal: 'Cards',
  portalExplanation: 'Paddle keeps your card and billing address. Change them there.',
} as const;
