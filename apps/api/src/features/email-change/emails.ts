import { emailChangeEmails as texts } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** Sent to the new address: the link that assigns it to the account. */
export function confirmNewAddressEmail(url: string): Email {
  return composeEmail(texts.confirmNew, {}, { url, priority: 'confirmation' });
}

/** Sent to a new address that belongs to an account already. No other address is notified. */
export function addressInUseEmail(loginUrl: string): Email {
  return composeEmail(texts.inUse, {}, { url: loginUrl, priority: 'confirmation' });
}

/** Sent to the current address as soon as a change is requested. It does not name the new address: other people may read this mailbox. */
export function addressChangeRequestedEmail(request: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly dashboardUrl: string;
}): Email {
  return composeEmail(
    texts.asked,
    {},
    {
      facts: [deviceFact(request.client), timeFact(request.at)],
      url: `${request.dashboardUrl}/dash/settings/change-password/`,
      priority: 'security',
    },
  );
}

/** Sent to the account's previous address. */
export function addressChangedEmail(at: Date): Email {
  return composeEmail(texts.changed, {}, { facts: [timeFact(at)], priority: 'security' });
}
