/** Receipt: product, amount, payment method and next charge. */
export const receiptTexts = {
  email: {
    subject: 'Receipt: {total} for Comet',
    preview: '{product}. Payment method: {method}.',
    heading: 'Receipt for {total}',
    paragraphs: ['Thank you. This is your receipt; keep it for your records.'],
    action: 'Open your dashboard',
    footnote:
      'You can get a refund for a plan within 30 days of its first payment. Questions? Reply to this email.',
  },
  for: 'Item',
  period: 'Period',
  periodOf: '{from} to {until}',
  freeMonths: 'Free',
  freeMonthsOf: {
    one: '{count} month, included in the period',
    other: '{count} months, included in the period',
  },
  next: 'Next charge',
  nextOf: '{amount} on {at}',
  nextWithTax: '{amount} on {at}, including tax',
  nextNone: 'None. This doesn’t renew.',
  fee: 'Crypto fee',
  cryptoFee: '{fee}, non-refundable',
  tax: 'Tax',
  includedTax: '{tax}, included',
  total: 'Total',
  paid: 'Payment method',
  plan: { one: 'Comet VPN, {count} month', other: 'Comet VPN, {count} months' },
  data: 'Native Residential data, {gigabytes} GB',
  address: { one: 'Dedicated IP, {count} month', other: 'Dedicated IP, {count} months' },
  extension: {
    one: 'Dedicated IP extension, {count} month',
    other: 'Dedicated IP extension, {count} months',
  },
  traffic: 'Residential proxy traffic, {gigabytes} GB',
  methods: {
    crypto: 'Crypto',
    paypal: 'PayPal',
    card: 'Card',
    cardEndingIn: 'Card ending {digits}',
  },
} as const;
