import type { SocialProvider } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';

const names: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
};

/** What happened, and where. */
interface Occasion {
  readonly provider: SocialProvider;
  /** The account at the provider, as far as it is known. */
  readonly email: string | null;
  readonly client: CallingClient;
  readonly at: Date;
}

function factsOf({ provider, email, client, at }: Occasion): NonNullable<Letter['facts']> {
  const account = email === null ? [] : [{ term: names[provider], value: email }];
  return [...account, deviceFact(client), timeFact(at)];
}

/** Asks the owner of a mailbox to agree. `hasAccount` decides what agreeing does; the reader is the only one who learns it. */
export function confirmIdentityLetter(
  asked: Omit<Occasion, 'email'> & { readonly hasAccount: boolean; readonly url: string },
): Letter {
  const name = names[asked.provider];
  return {
    subject: asked.hasAccount ? `Connect ${name} to your Comet account` : 'Confirm your email address',
    preview: `Someone signs in to Comet with ${name} and this address.`,
    heading: asked.hasAccount ? `Connect ${name} to your account?` : `Sign in with ${name}`,
    paragraphs: [
      asked.hasAccount
        ? `Someone, you we hope, is signing in with ${name} and named this address. Follow the link to connect that ${name} account to your Comet account: from then on it signs in to it.`
        : `Someone, you we hope, is signing in with ${name} and named this address. Follow the link to make a Comet account with it.`,
      'Open the link in the browser in which you began. It works once, for an hour.',
    ],
    facts: factsOf({ ...asked, email: null }),
    action: { label: asked.hasAccount ? `Connect ${name}` : 'Confirm and sign in', url: asked.url },
    footnote: 'If it was not you, ignore this mail. Nothing happens without the link.',
  };
}

/** Tells the owner of an account about a new way into it. */
export function identityConnectedLetter(told: Occasion & { readonly settingsUrl: string }): Letter {
  const name = names[told.provider];
  return {
    subject: `${name} was connected to your Comet account`,
    preview: `You can sign in with ${name} now.`,
    heading: `${name} was connected`,
    paragraphs: [
      `From now on ${name} signs you in to your Comet account, beside the ways that you had.`,
      'If you did this, there is nothing to do.',
    ],
    facts: factsOf(told),
    action: { label: 'Look at connected accounts', url: told.settingsUrl },
    footnote: `If it was not you, disconnect ${name} in the settings and change your password.`,
  };
}

/** Tells the owner of an account that a way into it is gone. */
export function identityRemovedLetter(told: Occasion & { readonly settingsUrl: string }): Letter {
  const name = names[told.provider];
  return {
    subject: `${name} was disconnected from your Comet account`,
    preview: `${name} no longer signs in to it.`,
    heading: `${name} was disconnected`,
    paragraphs: [
      `${name} no longer signs you in to your Comet account. The other ways into it are as they were.`,
      'If you did this, there is nothing to do.',
    ],
    facts: factsOf(told),
    action: { label: 'Look at connected accounts', url: told.settingsUrl },
    footnote: 'If it was not you, change your password: that ends every session.',
  };
}
