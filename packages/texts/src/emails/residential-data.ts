import { plusTax } from '../payments/tax.ts';

/** The name of a product sold by the gigabyte, within a sentence. */
const products = {
  residential_vpn: 'residential data',
  residential_proxy: 'residential proxy traffic',
} as const;

const turnedOff = 'You weren’t charged. Auto top-up is now off.';
const whyTopUp = 'You’re receiving this because auto top-up was on for your account.';
const whyUsed = 'We email you once each when 80, 95 and 100% of your data is used.';

/** Used-up data, and automatic purchases. */
export const meteredEmails = {
  products,
  purchaseFailed: {
    subject: 'We couldn’t top up your {name}',
    preview: turnedOff,
    heading: 'Auto top-up failed',
    paragraphs: [
      'We tried to buy {gigabytes} GB of {name} for you, but the payment didn’t go through. You weren’t charged.',
      'We’ve turned off auto top-up so you won’t be charged by mistake. Check your payment method, then turn it on again.',
    ],
    action: 'Open settings',
    footnote: whyTopUp,
  },
  priceRisen: {
    subject: 'The price of {name} has gone up, so we didn’t top up',
    preview: turnedOff,
    heading: 'Auto top-up is off: the price has gone up',
    paragraphs: [
      `The price of {name} is now {price} per GB, ${plusTax}. It was {agreed} when you set auto top-up to {gigabytes} GB.`,
      'We bought nothing. Turn auto top-up on again if you’re happy with the new price.',
    ],
    action: 'Open settings',
    footnote: whyTopUp,
  },
  usedUp: {
    subject: 'You’ve used all your {name}',
    preview: 'Buy more to continue.',
    heading: 'You’ve used all your {name}',
    paragraphs: ['{atZero}'],
    action: 'Buy more',
    footnote: whyUsed,
  },
  used: {
    subject: 'You’ve used {step}% of your {name}',
    preview: '{left} left.',
    heading: '{left} of your {name} left',
    paragraphs: ['You’ve used {step}% of what you had after your last purchase.', '{atZero}'],
    action: 'Buy more',
    footnote: whyUsed,
  },
  gigabytes: '{count} GB',
  atZero: {
    residential_vpn:
      'Residential connections are now blocked or switched to a standard location, as you chose.',
    residential_proxy: 'Proxy connections are now closed, and new ones are refused.',
  },
  whenNothingIsLeft: {
    residential_vpn:
      'When it runs out, residential connections are blocked or switched to a standard location, as you chose.',
    residential_proxy: 'When it runs out, proxy connections are closed and new ones are refused.',
  },
} as const;
