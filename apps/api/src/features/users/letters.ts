import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';

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
      'Sign in with the password that you chose before, or choose a new one there.',
    ],
    action: { label: 'Sign in', url: loginUrl },
    footnote: notYou,
  };
}

/** Tells the owner that a device signed in which the account had not seen before. No place: we do not know one that is true. */
export function newSignInLetter(signedIn: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly sessionsUrl: string;
}): Letter {
  const device = deviceFact(signedIn.client);
  const time = timeFact(signedIn.at);
  return {
    subject: 'New sign-in to Comet',
    preview: `${device.value}, ${time.value}.`,
    heading: 'New sign-in',
    paragraphs: [
      'A device that had not been used with your account before signed in to it. If it was you, there is nothing to do.',
    ],
    facts: [device, time],
    action: { label: 'See your sessions', url: signedIn.sessionsUrl },
    footnote:
      'If it was not you, end that session and change your password. We do not keep the addresses of our customers, so this mail cannot name a place.',
  };
}
