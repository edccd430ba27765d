import { factTexts, passkeyEmails as texts } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/addresses/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

interface Told {
  readonly name: string;
  /** The client program that made the change. */
  readonly client: CallingClient;
  readonly at: Date;
  readonly settingsUrl: string;
}

/** Notifies the owner of a new passkey, so that an unauthorised one is noticed. */
export function passkeyAddedEmail(told: Told): Email {
  return composeEmail(texts.added, { name: told.name }, aroundOf(told));
}

export function passkeyRemovedEmail(told: Told): Email {
  return composeEmail(texts.removed, { name: told.name }, aroundOf(told));
}

const aroundOf = ({ name, client, at, settingsUrl }: Told) => ({
  facts: [{ term: factTexts.terms.passkey, value: name }, deviceFact(client), timeFact(at)],
  url: settingsUrl,
  priority: 'security' as const,
});
