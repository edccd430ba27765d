import type { Platform } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
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

const platformNames: Readonly<Record<Platform, string>> = {
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  android: 'Android',
  router: 'a router',
  other: 'another system',
};

/** Tells the owner that a device signed in which the account had not seen before. No place: we do not know one that is true. */
export function newSignInLetter(signedIn: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly sessionsUrl: string;
}): Letter {
  const { name, platform } = signedIn.client;
  const device = `${name ?? 'A program that we do not know'}${platform === null ? '' : ` on ${platformNames[platform]}`}`;
  const time = `${signedIn.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: 'New sign-in to Comet',
    preview: `${device}, ${time}.`,
    heading: 'New sign-in',
    paragraphs: [
      `${device} signed in to your account on ${time}. It had not been used with your account before.`,
      'If it was you, there is nothing to do.',
    ],
    action: { label: 'See your sessions', url: signedIn.sessionsUrl },
    footnote:
      'If it was not you, end that session and change your password. We do not keep the addresses of our customers, so this mail cannot name a place.',
  };
}
