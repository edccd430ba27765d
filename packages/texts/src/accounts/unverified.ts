/** The strip that stays until the address is confirmed. */
export const unverifiedTexts = {
  title: 'Confirm your email address',
  explanation: 'We sent a link to {email}. Open it to buy a plan and connect.',
  checkout: 'You need a confirmed email address to buy a plan. We sent a link to {email}.',
  first: 'Confirm your email address first.',
  resend: 'Resend link',
  sent: 'We sent a new link to {email}.',
} as const;
