import type { Letter } from '../../platform/mail/letter.ts';
import { timeFact } from '../../platform/mail/letter-facts.ts';

/** The place of a device in the only words that are known to be true: beside the browser that approved it, or not. */
const places = {
  same: 'The network of the browser that approved it',
  other: 'Another network than that of the browser that approved it',
  unknown: 'Not known',
} as const;

/** Tells the owner that a device was let in, so that a trick is noticed. */
export function deviceSignedInLetter(device: {
  readonly name: string;
  readonly network: keyof typeof places;
  readonly at: Date;
  readonly sessionsUrl: string;
}): Letter {
  return {
    subject: 'A device signed in to Comet',
    preview: `${device.name} signed in with a code that you approved.`,
    heading: 'A device signed in',
    paragraphs: [
      `“${device.name}” asked to sign in, and its code was approved in your dashboard.`,
      'If you did this, there is nothing to do.',
    ],
    facts: [
      { term: 'Device', value: device.name },
      { term: 'Place', value: places[device.network] },
      timeFact(device.at),
    ],
    action: { label: 'See your sessions', url: device.sessionsUrl },
    footnote:
      'If it was not you, end its session, remove the device and change your password: its connection stops at once.',
  };
}
