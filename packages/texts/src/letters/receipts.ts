/** What was paid, for what and how. */
export const receiptTexts = {
  letter: {
    subject: 'Receipt: {total} for Comet',
    preview: '{product}, paid {method}.',
    heading: 'We have received {total}',
    paragraphs: ['Thank you. This is your receipt; keep it for your records.'],
    action: 'Open your dashboard',
    footnote: 'A plan can be refunded within 30 days of its first payment. Questions: reply to this mail.',
  },
  for: 'For',
  fee: 'Fee',
  cryptoFee: '{fee} for crypto, not refundable',
  tax: 'Tax',
  noTax: 'None',
  includedTax: '{tax}, included',
  total: 'Total',
  paid: 'Paid',
  plan: { one: 'Comet VPN, {count} month', other: 'Comet VPN, {count} months' },
  data: 'Native Residential data, {gigabytes} GB',
  address: { one: 'Dedicated IP, {count} month', other: 'Dedicated IP, {count} months' },
  extension: { one: 'Dedicated IP, {count} month longer', other: 'Dedicated IP, {count} months longer' },
  traffic: 'Residential proxy traffic, {gigabytes} GB',
  /** Behind `paid`, in a sentence and, with a capital, alone. */
  methods: {
    crypto: 'in crypto',
    paypal: 'by PayPal',
    card: 'by card',
    cardEndingIn: 'by card ending in {digits}',
  },
} as const;
