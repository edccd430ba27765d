/** A device that was let in by a code. */
export const quickLoginEmails = {
  signedIn: {
    subject: 'A sign-in to Comet was approved',
    preview: '{name} signs in with a code that was approved in your dashboard.',
    heading: 'A device may sign in',
    paragraphs: [
      '“{name}” asked to sign in, and its code was approved in your dashboard.',
      'If you did this, there is nothing to do.',
    ],
    action: 'See your sessions',
    footnote:
      'If it was not you, end its session, remove the device and change your password: its connection stops at once.',
  },
  /** The place of a device in the only words that are known to be true: beside the browser that approved it, or not. */
  places: {
    same: 'The network of the browser that approved it',
    other: 'Another network than that of the browser that approved it',
    unknown: 'Not known',
  },
} as const;
