/** The banner that is shown until the address is confirmed. */
export const unverifiedTexts = {
  title: 'Confirm your email address',
  explanation: 'We sent a link to {email}. Open it to buy a plan and connect.',
  checkout: 'You need a confirmed email address to buy a plan. We sent a link to {email}.',
  first: 'Confirm your email address first.',
  resend: 'Send a new link',
  sent: 'We sent a new link to {email}.',
} as const;

/** Home of an account whose email address is not confirmed yet. */
export const confirmEmailTexts = {
  explanation: 'Then you can choose a plan and connect.',
  sentTo: 'We sent a link to',
  steps: [
    { title: 'Open the email from Comet', detail: 'It can take a minute to arrive.' },
    { title: 'Select “Confirm email”', detail: 'The link works once and expires in 24\u00a0hours.' },
    { title: 'Choose a plan', detail: 'This page updates automatically once your email is confirmed.' },
  ],
  waiting: 'Waiting for your confirmation',
  missing: 'No email?',
  missingExplanation: 'Check your spam folder, or send a new link.',
  wrongAddress: 'Wrong address?',
  wrongAddressExplanation: 'Change it, and we’ll send the link to the new one.',
  changeAddress: 'Change email',
} as const;
