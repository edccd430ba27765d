/** Paying in crypto. */
export const cryptoTexts = {
  coins: '{count} coins to pay with',
  coinsName: 'Coins',
  prepaid: 'Paid in advance. Nothing renews by itself: we remind you a week and a day before the end.',
  prepaidNext: 'Begins on {date}, when your present plan ends. Nothing renews by itself.',
  noTrial: 'In crypto you pay today; the free days come with a card or PayPal.',
  nothingToPay:
    'Nothing is paid today. A card or PayPal is kept for the renewal, so crypto is not offered with this coupon.',
  processing:
    'Coins take a while to be confirmed, and this page changes by itself. If the payment is not complete within 30 minutes, finish the payment or contact support.',
  expired: 'Nothing was charged. Coins that you sent late still count; this page then changes by itself.',
  underpaid:
    'Fewer coins arrived than the order costs, and the time is over. Contact support: what arrived is sent back, or counted once the rest has come.',
  unconfirmed: 'The blockchain did not confirm the payment. Try again, or contact support.',
} as const;
