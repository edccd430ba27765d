const whenBegun = 'Open the link in the browser in which you began. It works once, for an hour.';
const ignore = 'If it was not you, ignore this mail. Nothing happens without the link.';

/** Signing in with a provider. */
export const socialEmails = {
  names: { google: 'Google', apple: 'Apple', facebook: 'Facebook' },
  connect: {
    subject: 'Connect {name} to your Comet account',
    preview: 'Someone signs in to Comet with {name} and this address.',
    heading: 'Connect {name} to your account?',
    paragraphs: [
      'Someone, you we hope, is signing in with {name} and named this address. Follow the link to connect that {name} account to your Comet account: from then on it signs in to it.',
      whenBegun,
    ],
    action: 'Connect {name}',
    footnote: ignore,
  },
  confirm: {
    subject: 'Confirm your email address',
    preview: 'Someone signs in to Comet with {name} and this address.',
    heading: 'Sign in with {name}',
    paragraphs: [
      'Someone, you we hope, is signing in with {name} and named this address. Follow the link to make a Comet account with it.',
      whenBegun,
    ],
    action: 'Confirm and sign in',
    footnote: ignore,
  },
  connected: {
    subject: '{name} was connected to your Comet account',
    preview: 'You can sign in with {name} now.',
    heading: '{name} was connected',
    paragraphs: [
      'From now on {name} signs you in to your Comet account, beside the ways that you had.',
      'If you did this, there is nothing to do.',
    ],
    action: 'Look at connected accounts',
    footnote: 'If it was not you, disconnect {name} in the settings and change your password.',
  },
  removed: {
    subject: '{name} was disconnected from your Comet account',
    preview: '{name} no longer signs in to it.',
    heading: '{name} was disconnected',
    paragraphs: [
      '{name} no longer signs you in to your Comet account. The other ways into it are as they were.',
      'If you did this, there is nothing to do.',
    ],
    action: 'Look at connected accounts',
    footnote: 'If it was not you, change your password: that ends every session.',
  },
} as const;
