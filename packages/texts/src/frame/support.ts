/** Writing to support. */
export const supportTexts = {
  openWithAnswers: 'Support: {count} new',
  headline: 'Support',
  close: 'Close',
  emptyHeadline: 'Write to a person',
  emptyExplanation:
    'Somebody who knows Comet reads this. The answer comes here and by mail, so you can close the page and go on.',
  sales: 'Comet for a team? Contact sales',
  you: 'You',
  us: 'Comet support',
  message: 'Message',
  hint: 'Never send passwords or keys. We do not ask for them.',
  attach: 'Attach files',
  attachLimits: 'PNG, JPEG, WebP, PDF or text; at most 3 files, together 4 MB.',
  otherKind: 'PNG, JPEG, WebP, PDF or text only. Leave {name} out.',
  tooMuch: 'At most 3 files, together 4 MB. Leave one out.',
  removeFile: 'Remove {name}',
  saveFile: 'Save {name}',
  send: 'Send',
  sending: 'Sending',
  waiting: 'You are offline. This message is kept here, and sent when you are back.',
  waitingWithFiles:
    'You are offline. Keep this page open: the message with its files is sent when you are back.',
  tryAgain: 'Try again',
  discard: 'Discard',
  fileNotSaved: 'The file could not be loaded. Try again.',
  closed: 'This conversation was closed. Write, and it is open again.',
  answered: 'New answer from Comet support',
} as const;

/** Writing to support without being signed in. */
export const visitorSupportTexts = {
  explanation: 'Somebody who knows Comet reads this and answers by mail.',
  name: 'Your name',
  email: 'Your email',
  topic: 'Topic',
  topics: {
    account: 'My account',
    payments: 'A payment',
    technical: 'Something does not work',
    business: 'Comet for a company',
    other: 'Something else',
  },
  sentHeadline: 'Your message has arrived',
  sent: 'A person reads it and answers to {email}.',
  another: 'Write another one',
} as const;

/** Asking for an offer. */
export const salesTexts = {
  screen: 'Contact sales',
  headline: 'Comet for your team',
  explanation:
    'Tell us how many people you are and what you need: shared billing, addresses of your own, locations, residential traffic. A person answers by mail.',
  name: 'Your name',
  company: 'Company',
  companyHint: 'If there is one.',
  seats: 'How many people',
  seatsRange: 'Give a number from 1 to 100,000',
  message: 'What you need',
  send: 'Send request',
  sentHeadline: 'Your request is on its way',
  sentExplanation: 'We answer to {email}, and in the support window of the dashboard.',
  another: 'Write another one',
} as const;
