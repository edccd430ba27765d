import { factTexts, passkeyEmails as texts } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

interface PasskeyNotice {
  readonly name: string;
  /** The client program that made the change. */
  readonly client: CallingClient;
  readonly at: Date;
  readonly settingsUrl: string;
}

/** Notifies the owner of a new passkey, so that an unauthorised one is noticed. */
export function passkeyAddedEmail(notice: PasskeyNotice): Email {
  return composeEmail(texts.added, { name: notice.name }, contextOf(notice));
}

export function passkeyRemovedEmail(notice: PasskeyNotice): Email {
  return composeEmail(texts.removed, { name: notice.name }, contextOf(notice));
}

const contextOf = ({ name, client, at, settingsUrl }: PasskeyNotice) => ({
  facts: [{ term: factTexts.terms.passkey, value: name }, deviceFact(client), timeFact(at)],
  url: settingsUrl,
  priority: 'security' as const,
});
