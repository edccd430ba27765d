/** Similar cards that several accounts used for trials or refunds. */
export const sharedCardsTexts = {
  headline: 'Shared cards',
  explanation:
    'Free trials and refunds of the last 12 months, where the cards of more than one account have the same brand, last four digits and expiry. Many cards do: this is a reason to look, and never one to refuse.',
  link: 'Trials and refunds with shared cards',
  card: 'Card',
  kind: 'What',
  account: 'Account',
  removed: 'removed',
  order: 'Order',
  when: 'When, UTC',
  kinds: { trial: 'free trial', refund: 'refund' },
  none: 'None.',
} as const;

/** What was bought, and giving it back. */
export const ordersTexts = {
  headline: 'Orders',
  one: 'Order',
  order: 'Order',
  customer: 'Customer',
  state: 'State',
  total: 'Total',
  paidBy: 'Paid by',
  made: 'Made, UTC',
  none: 'None.',
  /** What was bought and its total. */
  title: '{kind}, {total}',
  id: 'Id',
  byProvider: '{method} ({provider})',
  noProvider: 'no provider yet',
  paid: 'Paid, UTC',
  refunded: 'Refunded, UTC',
  coupon: 'Coupon',
  movements: {
    headline: 'Movements of money',
    kind: 'Kind',
    reference: 'Reference',
    amount: 'Amount',
    when: 'When, UTC',
    none: 'None yet.',
  },
  refunds: {
    headline: 'Refunds that were asked for',
    atPaddle: 'At Paddle',
    asked: 'Asked, UTC',
    none: 'None.',
  },
  refundCoins: 'Record that the coins were sent back',
  refund: 'Ask Paddle for the latest payment back',
} as const;
