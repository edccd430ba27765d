/** Days earned by a referral, without names. */
export const referralEmails = {
  friendPaid: {
    subject: 'A friend joined Comet: 30 free days for you',
    preview: 'Your friend paid for their first plan, so you get 30 free days.',
    heading: 'You’ve earned 30 free days',
    paragraphs: [
      'Someone you invited to Comet paid for their first plan, so you both get 30 free days.',
      'If you have a plan, they’re added now and your next payment moves back 30 days. If not, they’re saved for your next one.',
    ],
    action: 'View your free days',
    footnote:
      'If your friend’s payment is refunded within 30 days, free days you haven’t used yet are taken back.',
  },
  recommended: {
    subject: '30 free days on Comet, thanks to a friend',
    preview: 'We’ve added 30 days to your plan.',
    heading: 'Your plan is 30 days longer',
    paragraphs: [
      'You joined with a friend’s code, so you both get 30 free days. We’ve added them to your plan, and your next payment moves back 30 days.',
      'You have a code of your own to share. It works the same way.',
    ],
    action: 'View your code',
    footnote: 'If your payment is refunded within 30 days, free days you haven’t used yet are taken back.',
  },
} as const;
