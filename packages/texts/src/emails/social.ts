const sameBrowser = 'Open the link in the browser where you started. It works once and expires in an hour.';
const ignore = 'If this wasn’t you, ignore this email. Nothing happens unless you follow the link.';

/** Signing in with a provider. */
export const socialEmails = {
  names: { google: 'Google', apple: 'Apple', facebook: 'Facebook' },
  connect: {
    subject: 'Connect {name} to your Comet account',
    preview: 'Someone is signing in to Comet with {name} and this email.',
    heading: 'Connect {name} to your account?',
    paragraphs: [
      'We got a request to sign in with {name} using this email. Follow the link to connect that {name} account to your Comet account, so you can sign in with it from now on.',
      sameBrowser,
    ],
    action: 'Connect {name}',
    footnote: ignore,
  },
  confirm: {
    subject: 'Confirm your email address',
    preview: 'Someone is signing in to Comet with {name} and this email.',
    heading: 'Sign in with {name}',
    paragraphs: [
      'We got a request to sign in with {name} using this email. Follow the link to create your Comet account.',
      sameBrowser,
    ],
    action: 'Confirm and sign in',
    footnote: ignore,
  },
  connected: {
    subject: '{name} was connected to your Comet account',
    preview: 'You can now sign in with {name}.',
    heading: '{name} was connected',
    paragraphs: [
      'You can now sign in to your Comet account with {name}, as well as the ways you already had.',
      'If this was you, there’s nothing to do.',
    ],
    action: 'Review connected accounts',
    footnote: 'If this wasn’t you, disconnect {name} in your settings and change your password.',
  },
  removed: {
    subject: '{name} was disconnected from your Comet account',
    preview: 'You can no longer sign in with {name}.',
    heading: '{name} was disconnected',
    paragraphs: [
      'You can no longer sign in to your Comet account with {name}. Your other ways to sign in still work.',
      'If this was you, there’s nothing to do.',
    ],
    action: 'Review connected accounts',
    footnote: 'If this wasn’t you, change your password. That signs out every other session.',
  },
} as const;
