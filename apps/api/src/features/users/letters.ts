import type { Letter } from '../../platform/mail/letter.ts';

const notYou =
  'You get this because someone entered your address at Comet. If it was not you, ignore this mail.';

export function confirmAddressLetter(url: string): Letter {
  return {
    subject: 'Confirm your email address',
    preview: 'One link, and your Comet account is ready.',
    heading: 'Confirm your email address',
    paragraphs: [
      'Follow the link to confirm that this mailbox is yours. Then you can choose a plan and connect.',
      'The link works once, for 24 hours.',
    ],
    action: { label: 'Confirm address', url },
    footnote: `${notYou} Nothing happens without the link.`,
  };
}

export function accountExistsLetter(loginUrl: string): Letter {
  return {
    subject: 'You already have a Comet account',
    preview: 'Someone tried to register with your address.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, maybe you, tried to register at Comet with this address. It belongs to your account already, so nothing was changed.',
      'Log in with the password that you chose before.',
    ],
    action: { label: 'Log in', url: loginUrl },
    footnote: notYou,
  };
}
