/** The result of a payment. */
export const paymentTexts = {
  screen: 'Payment',
  draftHeadline: 'Not paid yet',
  draft: 'You haven’t been charged. You can continue where you left off.',
  processingHeadline: 'Payment in process',
  processing:
    'This page updates automatically. If the payment is not complete within 30\u00a0minutes, finish the payment or contact support.',
  finishPayment: 'Finish the payment',
  paidHeadline: 'Payment completed',
  inHeadline: 'You’re in.',
  inUntil: 'You’re in. Active until {date}.',
  inFreeUntil: 'You’re in. Free until {date}.',
  paid: 'You’re all set. Connect your first device.',
  receipt: 'Receipt',
  receiptSent: '{amount}, sent to {email}',
  paidAmount: '{amount}',
  nextCommand: 'Use it',
  nextData: 'On a signed-in device, this lists the Native Residential locations that are online:',
  /** Where the operator publishes no app. */
  nextDataWithoutApp:
    'This data needs the Comet app, which isn’t available to download yet. It doesn’t expire while your plan is active. If you don’t want to wait for the app, contact support.',
  /** The initial message to support. */
  aboutDataWithoutApp: 'I bought residential data, and the app isn’t available yet.',
  nextProxy: 'This asks our own server which IP address it sees. The password is copied with it.',
  nextProxyUser: 'Add a proxy user to get your username, password and connection string.',
  nextAddress: 'On a signed-in device, this connects through your dedicated IP:',
  nextAddressProxy: 'Or use it as a proxy. The password is copied with it.',
  /** Where the operator publishes no app. */
  nextAddressOnlyProxy: 'Use it as a proxy. The password is copied with it.',
  addressPending:
    'We’re finding an IP for you. This page updates automatically; your time starts once it’s ready.',
  addressReady: 'Your dedicated IP',
  planActive: 'You’re in. Active until {date}. Now complete your order.',
  planReceipt: 'View receipt',
  paidPlanChange: 'Your new plan is active.',
  paidGigabytes: '{gigabytes} GB added. You can use it now.',
  paidGigabytesWithoutApp: '{gigabytes} GB added.',
  paidDedicatedIp: 'This IP address is yours alone from now on.',
  paidExtension: 'Your dedicated IP has been extended.',
  plan: 'Plan',
  bought: 'Bought',
  free: 'Included free',
  activeUntil: 'Active until',
  freeUntil: 'Free until',
  next: 'Next payment',
  nextOf: '{amount} on {date}',
  nextWithTax: '{amount} on {date}, tax included',
  nextNone: 'None. This doesn’t renew.',
  planChangedHeadline: 'Plan changed',
  planChangedLater: 'Your free days continue. Then you pay {amount} on {date} for the new plan.',
  failedHeadline: 'The payment didn’t go through',
  failed: 'You weren’t charged. Try again, or use another card.',
  expiredHeadline: 'This order has expired',
  expired: 'You weren’t charged. Order again anytime.',
  canceledHeadline: 'Payment canceled',
  returningHeadline: 'We’re returning this payment',
  /** Why a payment is returned. */
  returning: {
    second_plan:
      'You already had a plan, so you get this payment of {amount} back. Your plan hasn’t changed.',
    coupon_used_up:
      'This payment arrived after the order had expired and its coupon had been used up, so you get {amount} back.',
  },
  returningCard: 'It goes back the way you paid, usually within two days.',
  /** Once Paddle has the refund. */
  returningReviewed:
    'Paddle, our payment provider, is reviewing the refund. It goes back the way you paid, usually within two days.',
  returningCrypto:
    'We’ve emailed you: reply with the coin and the wallet address to send it to. The crypto fee is non-refundable.',
  returnDeclinedHeadline: 'We still owe you {amount}',
  returnDeclined:
    'Paddle, our payment provider, declined the refund. Our team is settling it by hand and will email you. You don’t have to do anything.',
  /** The initial message to support. */
  aboutDeclinedReturn: 'My refund for order {number} was declined.',
  returned: {
    second_plan: '{amount} went back the way you paid. Your plan hasn’t changed.',
    coupon_used_up: '{amount} went back the way you paid.',
  },
  secondTrialHeadline: 'You already had a plan',
  secondTrial: 'These free days were canceled, and you weren’t charged. Your plan hasn’t changed.',
  payments: 'View payments',
  refundedHeadline: 'Refunded',
  refunded: 'Your money went back the way you paid.',
  tryAgain: 'Try again',
  choosePlan: 'Choose a plan',
  orderAgain: 'Order again',
  toBought: {
    residential_data: 'Go to residential data',
    proxy_traffic: 'Go to residential proxy',
    dedicated_ip: 'View your dedicated IP',
    dedicated_ip_extension: 'View your dedicated IP',
  },
  toHome: 'Go to home',
  unpaidHeadline: 'You haven’t paid yet',
  unpaid:
    'Nothing has been charged so far. If you’ve just paid, this page updates automatically. If the payment is not complete within 30\u00a0minutes, finish the payment or contact support.',
  unpaidNothingCharged: 'You haven’t been charged. Your order is still here.',
  anotherPlan: 'Choose another plan',
  changeOrder: 'Change the order',
  anotherWay: 'Pay another way',
  order: 'Order',
  orderNumber: 'Order {number}',
} as const;

/** The page that a coupon link opens. */
export const claimOfferTexts = {
  screen: 'An offer for you',
  percentOff: '{percent}% off your first payment',
  amountOff: '{amount} off your first payment',
  everyPlan: 'For every plan.',
  somePlans: 'Plans: {plans}.',
  newcomers: 'First purchase only.',
  until: 'Until {date}.',
  code: 'Code',
  claim: 'Choose a plan',
  account: 'You create an account or sign in along the way. The offer stays with you.',
  closedHeadline: 'This offer isn’t available',
  noCode: 'The link has no code in it. Open it again exactly as it was sent to you.',
  seePlans: 'See the plans',
  otherCode: 'Have a code?',
  useCode: 'Use code',
} as const;
