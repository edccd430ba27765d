/** Coupon codes. */
export const couponsTexts = {
  headline: 'Coupons',
  code: 'Code',
  percent: 'Percent',
  orDollars: 'or dollars',
  dollarsExample: '5.00',
  until: 'Until',
  untilExample: '2027-01-01',
  add: 'Add coupon',
  takesOff: 'Discount',
  from: 'From',
  used: 'Used',
  atMost: 'Limit',
  action: 'Action',
  endIt: 'End coupon',
  ended: 'Ended',
  none: 'No coupons yet.',
} as const;
