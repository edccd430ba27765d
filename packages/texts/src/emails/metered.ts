/** What is bought by the gigabyte, in a sentence. */
const products = {
  residential_vpn: 'residential data',
  residential_proxy: 'residential proxy traffic',
} as const;

/** Used-up data, and automatic purchases. */
export const meteredEmails = {
  products,
  purchaseFailed: {
    subject: 'Your {name} could not be bought automatically',
    preview: 'Nothing was charged. Buying by itself is switched off.',
    heading: 'The automatic purchase failed',
    paragraphs: [
      'We tried to buy {gigabytes} GB of {name}, as you had chosen, and the payment did not go through. Nothing was charged.',
      'Buying by itself is switched off, so that it is not tried over and over. Check how your plan is paid, and switch it on again.',
    ],
    action: 'Open the settings',
    footnote: 'You get this mail because you had chosen that more is bought when little is left.',
  },
  priceRisen: {
    subject: 'Your {name} costs more now, and was not bought automatically',
    preview: 'Nothing was charged. Buying by itself is switched off.',
    heading: 'The price has changed',
    paragraphs: [
      'A gigabyte of {name} costs {price} before tax. It was {agreed} when you chose to have {gigabytes} GB bought whenever little is left.',
      'So nothing was bought, and buying by itself is switched off. Switch it on again if you agree to the new price.',
    ],
    action: 'Open the settings',
    footnote: 'You get this mail because you had chosen that more is bought when little is left.',
  },
  usedUp: {
    subject: 'Your {name} is used up',
    preview: 'Buy more to go on.',
    heading: 'Your {name} is used up',
    paragraphs: ['Everything that you had bought is used.', '{atZero}'],
    action: 'Buy more',
    footnote: 'You get this mail at 80, 95 and 100% of what you have bought, once each.',
  },
  used: {
    subject: '{step}% of your {name} is used',
    preview: '{left} are left.',
    heading: '{left} of your {name} are left',
    paragraphs: ['You have used {step}% of what you had after your last purchase.', '{atZero}'],
    action: 'Buy more',
    footnote: 'You get this mail at 80, 95 and 100% of what you have bought, once each.',
  },
  gigabytes: '{count} GB',
  atZero: {
    residential_vpn:
      'Sessions through residential locations then do what you chose: they are blocked, or go on through a standard location.',
    residential_proxy: 'Connections through the proxy are then closed, and new ones refused.',
  },
  whenNothingIsLeft: {
    residential_vpn:
      'When nothing is left: sessions through residential locations then do what you chose: they are blocked, or go on through a standard location.',
    residential_proxy:
      'When nothing is left: connections through the proxy are then closed, and new ones refused.',
  },
} as const;
