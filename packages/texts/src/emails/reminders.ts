import { plusTax } from '../payments/tax.ts';

/** Plans that are about to renew or end, or have ended. */
export const reminderEmails = {
  renewal: {
    subject: 'Your Comet plan renews on {at}',
    preview: 'You’ll be charged {amount} unless you cancel.',
    heading: 'Your plan renews on {at}',
    paragraphs: [
      'On {at} your plan renews for {months} months, charged to the payment method you used before.',
      'If that’s what you want, there’s nothing to do. If not, cancel before that day and you won’t be charged.',
    ],
    action: 'View or cancel your plan',
    footnote: 'We send this email a week before a plan of a year or more renews.',
  },
  plan: 'Plan',
  planOf: 'Comet VPN, {months} months',
  next: 'Next payment',
  nextOf: `{amount} ${plusTax}, on {at}`,
  ends: {
    subject: 'Your Comet plan ends on {at}',
    preview: 'You paid in crypto, so your plan doesn’t renew automatically.',
    heading: 'Your plan ends on {at}',
    paragraphs: [
      'You paid in crypto, so your plan doesn’t renew automatically and you won’t be charged.',
      'If you pay for your next plan in crypto before that day, it starts when this one ends, so you don’t lose any days.',
    ],
    action: 'Pay for the next plan',
    footnote: 'We send this email a week and a day before a plan paid in crypto ends.',
  },
  endsTomorrow: 'Your Comet plan ends within a day',
  endTerm: 'Active until',
  ended: {
    subject: 'Your Comet plan has ended',
    preview: 'Your devices are disconnected. Buy a new plan to continue.',
    heading: 'Your plan has ended',
    paragraphs: [
      'Your prepaid plan ended on {at}. Your devices can no longer connect.',
      'We’ve kept your account, devices and settings. Buy a plan and everything works again.',
    ],
    action: 'Choose a plan',
    footnote: 'We send this email once, when a plan paid in crypto ends.',
  },
} as const;
