import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';

interface Told {
  readonly name: string;
  /** The program in which it was done. */
  readonly client: CallingClient;
  readonly at: Date;
  readonly settingsUrl: string;
}

/** Tells the owner of a new way in, so that a stranger's is noticed. */
export function passkeyAddedLetter({ name, client, at, settingsUrl }: Told): Letter {
  return {
    subject: 'A passkey was added to your account',
    preview: `“${name}” can sign in to Comet now.`,
    heading: 'A passkey was added',
    paragraphs: [
      'A new passkey signs in to your account, without your password and without a two-factor code.',
      'If it was you, there is nothing to do.',
    ],
    facts: [{ term: 'Passkey', value: name }, deviceFact(client), timeFact(at)],
    action: { label: 'See your passkeys', url: settingsUrl },
    footnote: 'If it was not you, remove the passkey, change your password and end the other sessions.',
  };
}

export function passkeyRemovedLetter({ name, client, at, settingsUrl }: Told): Letter {
  return {
    subject: 'A passkey was removed from your account',
    preview: `“${name}” no longer signs in to Comet.`,
    heading: 'A passkey was removed',
    paragraphs: [
      'A passkey was removed from your account and no longer signs in to it.',
      'If it was you, there is nothing to do. Your device may go on listing the passkey until you delete it there.',
    ],
    facts: [{ term: 'Passkey', value: name }, deviceFact(client), timeFact(at)],
    action: { label: 'See your passkeys', url: settingsUrl },
    footnote: 'If it was not you, change your password and end the other sessions.',
  };
}
