import type { Letter } from '../../platform/mail/letter.ts';

/** Tells the owner that a device was let in, so that a trick is noticed. */
export function deviceSignedInLetter(device: {
  readonly name: string;
  readonly address: string;
  readonly at: Date;
  readonly settingsUrl: string;
}): Letter {
  const time = `${device.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: 'A device signed in to Comet',
    preview: `${device.name} signed in with a code that you approved.`,
    heading: 'A device signed in',
    paragraphs: [
      `“${device.name}” asked to sign in from ${device.address} and was approved in your dashboard on ${time}.`,
      'If you did this, there is nothing to do.',
    ],
    action: { label: 'Look at my devices', url: device.settingsUrl },
    footnote: 'If it was not you, change your password and remove the device: its connection stops at once.',
  };
}
