/** Added and removed passkeys. */
export const passkeyEmails = {
  added: {
    subject: 'A passkey was added to your account',
    preview: '“{name}” can sign in to Comet now.',
    heading: 'A passkey was added',
    paragraphs: [
      'A new passkey signs in to your account, without your password and without a two-factor code.',
      'If it was you, there is nothing to do.',
    ],
    action: 'See your passkeys',
    footnote: 'If it was not you, remove the passkey, change your password and end the other sessions.',
  },
  removed: {
    subject: 'A passkey was removed from your account',
    preview: '“{name}” no longer signs in to Comet.',
    heading: 'A passkey was removed',
    paragraphs: [
      'A passkey was removed from your account and no longer signs in to it.',
      'If it was you, there is nothing to do. Your device may go on listing the passkey until you delete it there.',
    ],
    action: 'See your passkeys',
    footnote: 'If it was not you, change your password and end the other sessions.',
  },
} as const;
