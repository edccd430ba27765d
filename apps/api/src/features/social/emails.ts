import { socialEmails as texts } from '@comet/texts/emails';
import type { SocialProvider } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** The event, with provider and client. */
interface ActionContext {
  readonly provider: SocialProvider;
  /** Address of the account at the provider, if known. */
  readonly email: string | null;
  readonly client: CallingClient;
  readonly at: Date;
}

function factsOf({ provider, email, client, at }: ActionContext): NonNullable<Email['facts']> {
  const account = email === null ? [] : [{ term: texts.names[provider], value: email }];
  return [...account, deviceFact(client), timeFact(at)];
}

/** Requests confirmation from the owner of a mailbox. `hasAccount` selects the described effect; only the recipient sees it. */
export function confirmIdentityEmail(
  request: Omit<ActionContext, 'email'> & { readonly hasAccount: boolean; readonly url: string },
): Email {
  const around = {
    facts: factsOf({ ...request, email: null }),
    url: request.url,
    priority: 'confirmation',
  } as const;
  const words = request.hasAccount ? texts.connect : texts.confirm;
  return composeEmail(words, { name: texts.names[request.provider] }, around);
}

/** Notifies the owner of an account of a new sign-in method. */
export function identityConnectedEmail(notice: ActionContext & { readonly settingsUrl: string }): Email {
  const around = { facts: factsOf(notice), url: notice.settingsUrl, priority: 'security' } as const;
  return composeEmail(texts.connected, { name: texts.names[notice.provider] }, around);
}

/** Notifies the owner of an account of a removed sign-in method. */
export function identityRemovedEmail(notice: ActionContext & { readonly settingsUrl: string }): Email {
  const around = { facts: factsOf(notice), url: notice.settingsUrl, priority: 'security' } as const;
  return composeEmail(texts.removed, { name: texts.names[notice.provider] }, around);
}
