/** Paying in crypto. */
export const cryptoTexts = {
  coins: '{count} coins accepted',
  coinsName: 'Coins',
  notRefundable: 'Crypto payments can’t be refunded.',
  prepaid:
    'Paid in advance. It doesn’t auto-renew; we’ll remind you 7\u00a0days and 1\u00a0day before it ends.',
  prepaidNext: 'Starts on {date}, when your current plan ends. It doesn’t auto-renew.',
  noTrial: 'With crypto you pay today. Free days come only with a card or PayPal.',
  nothingToPay:
    'There’s nothing to pay today. The renewal needs a card or PayPal, so you can’t use crypto with this coupon.',
  processing:
    'Crypto payments take a while to confirm. This page updates automatically. If the payment is not complete within 30\u00a0minutes, finish the payment or contact support.',
  expired:
    'You weren’t charged. A payment that arrives late is still credited, and this page then updates automatically.',
  underpaid:
    'You sent less than the order costs, and the payment window has closed. Contact support: what arrived is sent back, or credited once the rest arrives.',
  unconfirmed: 'The blockchain didn’t confirm the payment. Try again, or contact support.',
} as const;

/** Choosing a plan, paying it, and the result of the payment. */
export const checkoutTexts = {
  screen: 'Choose a plan',
  headline: 'Choose your plan',
  stepsName: 'Steps to your plan',
  stepAccount: 'Account',
  stepPlan: 'Plan',
  stepPay: 'Payment',
  stepOrder: 'Order',
  plans: 'Plans',
  aMonth: 'a month',
  aMonthNow: 'a month, {amount} today',
  order: 'Your order',
  orderLoading: 'Loading your order',
  linePlan: 'Comet, {plan}',
  lineDiscount: '{percent}% off',
  lineTrial: '{days} days free',
  lineUnusedTime: 'Credit for unused time',
  lineCarriedDays: { one: '{days} free day carried over', other: '{days} free days carried over' },
  lineFreeMonths: { one: '{count} extra month', other: '{count} extra months' },
  /** The amount of a free line. */
  free: 'Free',
  lineCryptoFee: 'Crypto fee, {percent}%, non-refundable',
  lineResidentialData: 'Residential data, {gigabytes} GB',
  lineProxyTraffic: 'Proxy traffic, {gigabytes} GB',
  lineDedicatedIp: 'Dedicated IP, {months}',
  lineAddresses: {
    dedicated: 'Dedicated IP in {country}, {months}',
    dedicated_residential: 'Dedicated Residential IP in {country}, {months}',
  },
  lineExtension: 'Dedicated IP extension, {months}',
  lineCoupon: 'Coupon',
  lineCouponPercent: 'Coupon, {percent}% off',
  lineTax: 'Tax',
  taxLater: 'Added at payment where it applies',
  today: 'Today',
  periodPrice: '{plan} of Comet, {amount} a month',
  addCode: 'Add a code',
  code: 'Coupon code',
  apply: 'Apply',
  codeApplied: 'Coupon {code}',
  removeCode: 'Remove',
  noTrialWithCode: 'With this coupon you pay today, without the free days.',
  payWith: 'Pay with',
  accepted: {
    withCrypto: 'We accept Visa, Mastercard, PayPal, Bitcoin and other cryptocurrencies.',
    withoutCrypto: 'We accept Visa, Mastercard and PayPal.',
  },
  legal: 'Our {terms} apply. See {refunds} for our money-back terms.',
  legalCrypto: 'Our {terms} apply.',
  card: 'Card',
  paypal: 'PayPal',
  crypto: 'Crypto',
  cryptoNote: 'Crypto payments add a 1% fee, can’t be refunded and don’t auto-renew.',
  once: 'One-time payment. It doesn’t renew.',
  loadingForm: 'Loading the payment form',
  completed: 'Payment sent. Opening your order.',
  close: 'Close',
  /** How often it renews. */
  every: { one: 'every month', other: 'every {count} months' },
  needsPlan: 'Choose a plan first',
  pay: 'Pay {amount}',
  changed: 'Your order has changed. Please review it before paying.',
  startTrial: 'Start {days} days free',
  renews: 'Renews on {date} at {amount}, then {every}. Cancel anytime, and get a full refund within 30 days.',
  firstCharge:
    'Then {amount} on {date}, and {every} after that. Cancel before the first charge and you pay nothing; after paying, you have 30 days to get a full refund.',
  renewsFinal:
    'Renews on {date} at {amount}, then {every}. Cancel anytime. You’ve had a refund before, so this payment is not refundable.',
  firstChargeFinal:
    'Then {amount} on {date}, and {every} after that. Cancel before the first charge and you pay nothing. You’ve had a refund before, so payments are not refundable.',
  trialUsed: 'This email address has already had a free trial, so you pay today.',
  toHome: 'Go to home',
} as const;
