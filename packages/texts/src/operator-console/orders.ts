/** Similar cards that several accounts used for trials or refunds. */
export const sharedCardsTexts = {
  headline: 'Shared cards',
  explanation:
    'Free trials and refunds in the last 12 months for which more than one account used a card of the same brand, last four digits and expiry. Many cards match: it’s a reason to look, never one to refuse.',
  link: 'Trials and refunds with shared cards',
  card: 'Card',
  kind: 'Type',
  account: 'Account',
  removed: 'removed',
  order: 'Order',
  when: 'Time',
  kinds: { trial: 'free trial', refund: 'refund' },
  none: 'No shared cards.',
} as const;

/** Orders and refunds. */
export const ordersTexts = {
  headline: 'Orders',
  one: 'Order',
  order: 'Order',
  item: 'Item',
  customer: 'Customer',
  state: 'Status',
  total: 'Total',
  paidBy: 'Payment method',
  made: 'Created',
  none: 'No orders yet.',
  drafts: {
    show: 'Show drafts',
    hide: 'Hide drafts',
    explanation: 'Drafts and expired orders, which were never paid, are hidden.',
    all: 'All orders, with drafts and expired ones.',
  },
  kinds: {
    subscription: 'Plan',
    plan_change: 'Plan change',
    residential_data: 'Residential data',
    dedicated_ip: 'Dedicated IP',
    dedicated_ip_extension: 'Dedicated IP extension',
    proxy_traffic: 'Proxy data',
  },
  states: {
    draft: 'Draft',
    processing: 'Processing',
    paid: 'Paid',
    failed: 'Failed',
    expired: 'Expired',
    refunded: 'Refunded',
  },
  methods: { card: 'Card', paypal: 'PayPal', crypto: 'Crypto' },
  providers: { paddle: 'Paddle', coingate: 'CoinGate' },
  /** The product and its total. */
  title: '{kind}, {total}',
  number: 'Order number',
  /** The provider's id of the payment. */
  transaction: 'Transaction',
  byProvider: '{method} ({provider})',
  noProvider: 'no provider yet',
  paid: 'Paid',
  refunded: 'Refunded',
  coupon: 'Coupon',
  movements: {
    headline: 'Transactions',
    kind: 'Type',
    kinds: {
      payment: 'Payment',
      refund: 'Refund',
      chargeback: 'Chargeback',
      chargeback_reversal: 'Chargeback reversed',
    },
    reference: 'Reference',
    amount: 'Amount',
    when: 'Time',
    none: 'No transactions yet.',
  },
  refunds: {
    headline: 'Refund requests',
    states: { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' },
    atPaddle: 'At Paddle',
    asked: 'Requested',
    amount: 'Amount',
    part: 'Amount, tax included',
    whole: 'All of it',
    effect: 'After a partial refund',
    stays: 'Keep what was bought',
    ends: 'End what was bought',
    none: 'No refund requests.',
  },
  refundCoins: 'Record crypto refund as sent',
  refund: 'Refund latest payment',
} as const;

/** Refunds above the limit, on which a second operator decides. */
export const pendingRefundsTexts = {
  headline: 'Refunds to approve',
  explanation:
    'Refunds above the limit wait for a second operator with the role finance or admin. The amount is refunded as soon as one approves.',
  waiting: 'Waiting for a decision',
  amount: 'Amount',
  requested: 'Requested by',
  until: 'Until',
  decision: 'Decision',
  own: 'You requested it',
  approve: 'Approve and refund',
  reject: 'Reject',
  none: 'No refunds to approve.',
  decided: 'Latest decisions',
  decidedBy: 'Decided by',
  noneDecided: 'None yet.',
  states: { approved: 'Approved', rejected: 'Rejected', expired: 'Expired' },
  /** An entry of the inbox. */
  entry: '{amount}, requested by {operator}',
  /** On the page of its order. */
  waits: 'A refund of {amount}, requested by {operator}, waits for a second operator.',
} as const;
