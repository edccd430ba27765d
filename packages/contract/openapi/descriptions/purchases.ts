/** Descriptions of the operations on plans, orders and payments, by operation id. */
export const purchases = {
  listPlans:
    'Prices are before tax. `trial_available` tells whether the trial of a plan is offered to the caller: a signed-in account may have had its own.',
  listPrices:
    'Data and traffic are priced by the gigabyte of 10^9 bytes; null while not on sale. `stock` lists each type and country with a free address and how many there are, including addresses reserved for the signed-in user; `sold_out` lists those without one.',
  showCoupon: 'Answers with the reason where the coupon cannot be used.',
  createOrder:
    'Replaces an unpaid draft of the same kind. `total` is before the tax that the payment provider adds at checkout.',
  payOrder: 'Idempotent: the same order returns the same checkout until it expires.',
  showOrder:
    'Poll this after checkout: the state becomes `paid` when the provider has confirmed the payment.',
  listCryptoCurrencies: 'Returns the currencies accepted at checkout, with their symbols.',
  showSubscription: '`subscription` is null before the first payment.',
  showReferral: 'Returns the referral code of the account, its link and the days it has earned.',
  claimReferral:
    'Once for each account, before its first payment for a plan. The code is accepted with spaces, dashes and lower case. Repeating the same code changes nothing.',
  cancelSubscription: 'Access continues until `active_until`. A trial ends without a charge.',
  undoCancellation: 'Possible until the plan ends.',
  draftPlanChange: 'Returns an order with the price difference, prorated by the remaining time.',
  confirmPlanChange:
    'Charges the payment method on file. If the payment is declined, the current plan stays unchanged.',
  requestRefund:
    'Possible once for each customer, within 30 days of the first payment and not for cryptocurrency. The refund is `pending` until the payment provider has approved it.',
  listPayments: '`amount` includes tax; `given_back` is the refunded part.',
  showInvoice: 'Returns the address of a PDF file, valid for an hour.',
  openPortal:
    'The addresses are signed in to the customer’s account at the payment provider and expire soon.',
  listServices: 'Returns dedicated addresses, including expired ones.',
  showService: 'Returns one dedicated address and how it is used as a proxy.',
  noteService: 'Stores a note of at most 200 characters; an empty text removes it.',
  swapAddress: 'Replaces the address by another one of the same country, once in 30 days.',
  rotateServicePassword: 'The old password stops working immediately.',
  listStockRequests: 'A request is removed when its email is sent.',
  addStockRequest:
    'Requires a confirmed email address. Sends one email when the product is in stock, and then removes the request. Repeating a request changes nothing.',
  removeStockRequest: 'Idempotent: no email is sent for it afterwards.',
  showResidentialData: 'Amounts are in bytes.',
  changeResidentialDataSettings:
    'Automatic purchases require a plan that is paid by card or PayPal. `gigabytes` must not be smaller than `below_gigabytes`.',
  showResidentialDataUsage: 'One entry for each day (UTC), earliest first. Today’s entry is still growing.',
  showResidentialProxy: '`host` and the two ports are null while no proxy is in service.',
  changeResidentialProxySettings:
    'Automatic purchases require a plan that is paid by card or PayPal. `gigabytes` must not be smaller than `below_gigabytes`.',
  showResidentialProxyUsage:
    'One entry for each day (UTC), earliest first, with the users who used traffic. Removed users are included.',
  listProxyUsers: 'Passwords are included: they are made by the server and used only for the proxy.',
  addProxyUser:
    'User name and password are generated. `addresses` lists public IP addresses that need no password.',
  changeProxyUser:
    'Absent properties stay unchanged. A lowered limit, or switching the user off, ends its open connections.',
  removeProxyUser: 'Open connections of the user end.',
  renewProxyPassword: 'The old password stops working immediately.',
  testExit:
    'Makes a request through the proxy and returns the address it arrived from. It counts as traffic.',
} as const;
