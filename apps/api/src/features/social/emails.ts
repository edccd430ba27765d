import { socialEmails as texts } from '@comet/texts/emails';
import type { SocialProvider } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/addresses/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** What happened, and where. */
interface Occasion {
  readonly provider: SocialProvider;
  /** The account at the provider, as far as it is known. */
  readonly email: string | null;
  readonly client: CallingClient;
  readonly at: Date;
}

function factsOf({ provider, email, client, at }: Occasion): NonNullable<Email['facts']> {
  const account = email === null ? [] : [{ term: texts.names[provider], value: email }];
  return [...account, deviceFact(client), timeFact(at)];
}

/** Asks the owner of a mailbox to agree. `hasAccount` decides what agreeing does; the reader is the only one who learns it. */
export function confirmIdentityEmail(
  asked: Omit<Occasion, 'email'> & { readonly hasAccount: boolean; readonly url: string },
): Email {
  const around = {
    facts: factsOf({ ...asked, email: null }),
    url: asked.url,
    priority: 'confirmation',
  } as const;
  const words = asked.hasAccount ? texts.connect : texts.confirm;
  return composeEmail(words, { name: texts.names[asked.provider] }, around);
}

/** Tells the owner of an account about a new way into it. */
export function identityConnectedEmail(told: Occasion & { readonly settingsUrl: string }): Email {
  const around = { facts: factsOf(told), url: told.settingsUrl, priority: 'security' } as const;
  return composeEmail(texts.connected, { name: texts.names[told.provider] }, around);
}

/** Tells the owner of an account that a way into it is gone. */
export function identityRemovedEmail(told: Occasion & { readonly settingsUrl: string }): Email {
  const around = { facts: factsOf(told), url: told.settingsUrl, priority: 'security' } as const;
  return composeEmail(texts.removed, { name: texts.names[told.provider] }, around);
}
