import { emailChangeEmails as texts } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/addresses/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** To the new address: the link that makes it the account's. */
export function confirmNewAddressEmail(url: string): Email {
  return composeEmail(texts.confirmNew, {}, { url, priority: 'confirmation' });
}

/** To a new address that is the address of an account already. Nobody else hears that it is. */
export function addressInUseEmail(loginUrl: string): Email {
  return composeEmail(texts.inUse, {}, { url: loginUrl, priority: 'confirmation' });
}

/** To the present address, as soon as another one was asked for. It does not name the new one: this mailbox may be read by others. */
export function addressChangeAskedEmail(asked: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly dashboardUrl: string;
}): Email {
  return composeEmail(
    texts.asked,
    {},
    {
      facts: [deviceFact(asked.client), timeFact(asked.at)],
      url: `${asked.dashboardUrl}/dash/settings/change-password/`,
      priority: 'security',
    },
  );
}

/** To the address that was the account's until now. */
export function addressChangedEmail(at: Date): Email {
  return composeEmail(texts.changed, {}, { facts: [timeFact(at)], priority: 'security' });
}
