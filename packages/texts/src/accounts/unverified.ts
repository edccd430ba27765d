/** The strip that stays until the address is confirmed. */
export const unverifiedTexts = {
  title: 'Confirm your email address',
  explanation: 'We sent a link to {email}. Follow it to buy a plan and connect.',
  checkout: 'Buying a plan needs a confirmed email address. We sent a link to {email}.',
  first: 'Confirm your email address first.',
  resend: 'Send the link again',
  sent: 'A new link is on its way to {email}.',
} as const;
