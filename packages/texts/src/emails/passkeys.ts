/** Added and removed passkeys. */
export const passkeyEmails = {
  added: {
    subject: 'A passkey was added to your account',
    preview: '“{name}” can now sign in to Comet.',
    heading: 'A passkey was added',
    paragraphs: [
      'A new passkey can sign in to your account without your password or a two-factor code.',
      'If this was you, there’s nothing to do.',
    ],
    action: 'Review your passkeys',
    footnote: 'If this wasn’t you, remove the passkey, change your password and sign out everywhere else.',
  },
  removed: {
    subject: 'A passkey was removed from your account',
    preview: '“{name}” can no longer sign in to Comet.',
    heading: 'A passkey was removed',
    paragraphs: [
      'A passkey was removed from your account and can no longer sign in to it.',
      'If this was you, there’s nothing to do. Your device may still show the passkey until you delete it there.',
    ],
    action: 'Review your passkeys',
    footnote: 'If this wasn’t you, change your password and sign out everywhere else.',
  },
} as const;
