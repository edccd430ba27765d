/** Days earned by a referral, without names. */
export const referralEmails = {
  friendPaid: {
    subject: 'A friend joined Comet: 30 days for you',
    preview: 'Your friend’s first plan is paid. 30 free days are yours.',
    heading: 'You have earned 30 days',
    paragraphs: [
      'Somebody you recommended Comet to has paid for a first plan. You both get 30 free days.',
      'With a subscription they count at once, and your next payment comes 30 days later. Without one they wait until you begin the next.',
    ],
    action: 'See your free days',
    footnote:
      'If your friend’s payment is refunded within 30 days, days that are not used yet are taken back.',
  },
  recommended: {
    subject: '30 free days on Comet, thanks to a friend',
    preview: 'Your plan reaches 30 days further.',
    heading: 'Your plan is 30 days longer',
    paragraphs: [
      'You came with a friend’s code, so you both get 30 free days. They are added to your plan, and your next payment comes 30 days later.',
      'You have a code of your own. It works the same way.',
    ],
    action: 'See your code',
    footnote: 'If your payment is refunded within 30 days, days that are not used yet are taken back.',
  },
} as const;
