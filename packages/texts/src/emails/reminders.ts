/** What is about to renew, to end, or has ended. */
export const reminderEmails = {
  renewal: {
    subject: 'Your Comet plan renews on {at}',
    preview: '{amount} is charged then, unless you cancel.',
    heading: 'Your plan renews on {at}',
    paragraphs: [
      'On {at} your plan renews for {months} months. The way you paid before is charged again.',
      'If that is what you want, there is nothing to do. If not, cancel before that day, and nothing is charged.',
    ],
    action: 'See or cancel your plan',
    footnote: 'You get this mail a week before a plan of a year or more renews.',
  },
  plan: 'Plan',
  planOf: 'Comet VPN, {months} months',
  price: 'Price',
  withoutTax: '{amount}, tax not included',
  ends: {
    subject: 'Your Comet plan ends on {at}',
    preview: 'You paid in crypto, so nothing renews by itself.',
    heading: 'Your plan ends on {at}',
    paragraphs: [
      'You paid in crypto: nothing is charged, and nothing renews by itself.',
      'If you pay for the next plan in crypto before that day, it begins when this one ends, and no day is lost.',
    ],
    action: 'Pay for the next plan',
    footnote: 'You get this mail a week and a day before a plan that was paid in crypto ends.',
  },
  endsTomorrow: 'Your Comet plan ends within a day',
  endTerm: 'Ends',
  ended: {
    subject: 'Your Comet plan has ended',
    preview: 'Your devices are disconnected. Pay for a new plan to go on.',
    heading: 'Your plan has ended',
    paragraphs: [
      'The time that you had paid for in crypto was over on {at}. Your devices do not connect any more.',
      'Your account, your devices and your settings stay as they are. Pay for a plan, and everything works again.',
    ],
    action: 'Choose a plan',
    footnote: 'You get this mail once, when a plan that was paid in crypto ends.',
  },
} as const;
