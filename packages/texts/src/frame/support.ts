/** Messages to support. */
export const supportTexts = {
  openWithReplies: 'Support: {count} new',
  headline: 'Support',
  close: 'Close',
  emptyHeadline: 'Talk to a person',
  emptyExplanation: 'Our team replies here and by email, so you can close this page.',
  sales: 'Comet for a team? Contact sales',
  you: 'You',
  us: 'Comet support',
  message: 'Message',
  hint: 'Never send passwords or keys. We don’t ask for them.',
  attach: 'Attach files',
  attachLimits: 'PNG, JPEG, WebP, PDF or text. Up to 3 files, 4\u00a0MB in total.',
  attachConfirmed: 'Confirm your email to attach files.',
  otherKind: 'PNG, JPEG, WebP, PDF or text only. Remove {name}.',
  tooMuch: 'Up to 3 files, 4\u00a0MB in total. Remove one.',
  removeFile: 'Remove {name}',
  saveFile: 'Save {name}',
  send: 'Send',
  /** Below the customer’s latest message. */
  sent: 'Sent. We’ll reply here and by email, so you can close this page.',
  sending: 'Sending',
  waiting: 'You’re offline. This message is kept here and sent when you’re back online.',
  waitingWithFiles:
    'You’re offline. Keep this page open: your message and its files are sent when you’re back online.',
  tryAgain: 'Try again',
  discard: 'Discard',
  fileNotSaved: 'The file couldn’t be loaded. Try again.',
  closed: 'This conversation is closed. Reply to reopen it.',
  answered: 'New reply from Comet support',
} as const;

/** Messages to support without a sign-in. */
export const visitorSupportTexts = {
  explanation: 'Our team reads this and replies by email.',
  name: 'Your name',
  email: 'Your email',
  topic: 'Topic',
  topics: {
    account: 'My account',
    payments: 'A payment',
    technical: 'Something isn’t working',
    business: 'Comet for a company',
    other: 'Something else',
  },
  sentHeadline: 'Message sent',
  sent: 'A person will read it and reply to {email}.',
  another: 'Send another one',
} as const;

/** Requests for an offer. */
export const salesTexts = {
  screen: 'Contact sales',
  headline: 'Comet for your team',
  explanation:
    'Tell us how many people you are and what you need: shared billing, dedicated IPs, locations, residential traffic. We’ll reply by email.',
  name: 'Your name',
  company: 'Company',
  companyHint: 'Optional.',
  seats: 'How many people',
  seatsRange: 'Enter a number from 1 to 100,000',
  message: 'What you need',
  send: 'Send request',
  sentHeadline: 'Request sent',
  sentExplanation: 'We’ll reply to {email} and in the dashboard’s support window.',
  another: 'Send another one',
} as const;
