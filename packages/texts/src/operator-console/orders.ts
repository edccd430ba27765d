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
  when: 'Time (UTC)',
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
  made: 'Created (UTC)',
  none: 'No orders yet.',
  /** The product and its total. */
  title: '{kind}, {total}',
  number: 'Order number',
  byProvider: '{method} ({provider})',
  noProvider: 'no provider yet',
  paid: 'Paid (UTC)',
  refunded: 'Refunded (UTC)',
  coupon: 'Coupon',
  movements: {
    headline: 'Transactions',
    kind: 'Type',
    reference: 'Reference',
    amount: 'Amount',
    when: 'Time (UTC)',
    none: 'No transactions yet.',
  },
  refunds: {
    headline: 'Refund requests',
    atPaddle: 'At Paddle',
    asked: 'Requested (UTC)',
    none: 'No refund requests.',
  },
  refundCoins: 'Record crypto refund as sent',
  refund: 'Refund latest payment',
} as const;
