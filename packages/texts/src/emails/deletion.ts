/** The end of an account, and its return. */
export const deletionEmails = {
  deleted: {
    subject: 'Your Comet account was deleted',
    preview: 'It can be recovered until {undo}.',
    heading: 'Your account was deleted',
    paragraphs: [
      'Every session has ended, every device is disconnected, and nothing will be charged any more. Remaining subscription days are forfeited.',
      'To undo it, reply to this mail until {undo}, and support recovers the account. You sign in again then; forfeited days do not come back.',
    ],
    footnote:
      'If it was not you, reply to this mail before {undo}: support recovers the account, and you choose another password.',
  },
  undo: 'Undo',
  until: 'Until {day}',
  removal: 'Removal',
  by: 'By {day}',
  recovered: {
    subject: 'Your Comet account is back',
    preview: 'Sign in to use it.',
    heading: 'Your account is back',
    paragraphs: [
      'Support has recovered your account. Sign in as before; sessions that had ended stay ended.',
      'Days that were left when the account was deleted are forfeited. Choose a plan to connect.',
    ],
    action: 'Log in',
    footnote: 'If you did not ask for this, reply to this mail.',
  },
} as const;
