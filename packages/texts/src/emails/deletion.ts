/** Account deletion and recovery. */
export const deletionEmails = {
  deleted: {
    subject: 'Your Comet account was deleted',
    preview: 'You can recover it until {undo}.',
    heading: 'Your account was deleted',
    paragraphs: [
      'You’re signed out everywhere, your devices are disconnected, and you won’t be charged again. The days left on your plan are forfeited.',
      'Changed your mind? Reply to this email by {undo} and support will recover your account. You can then sign in again, but forfeited days don’t come back.',
    ],
    footnote:
      'If this wasn’t you, reply to this email by {undo}. Support will recover your account and you can choose a new password.',
  },
  undo: 'Recoverable',
  until: 'Until {day}',
  removal: 'Permanent removal',
  by: 'By {day}',
  recovered: {
    subject: 'Your Comet account is back',
    preview: 'Sign in to use it again.',
    heading: 'Your account is back',
    paragraphs: [
      'Support has recovered your account. You can sign in as before, but you’ll need to do so on every device.',
      'The days you had left were forfeited when the account was deleted. Choose a plan to connect.',
    ],
    action: 'Sign in',
    footnote: 'If you didn’t ask for this, reply to this email.',
  },
} as const;
