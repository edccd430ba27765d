import { emailChangeLetters as texts } from '@comet/texts/letters';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** To the new address: the link that makes it the account's. */
export function confirmNewAddressLetter(url: string): Letter {
  return wordLetter(texts.confirmNew, {}, { url, priority: 'confirmation' });
}

/** To a new address that is the address of an account already. Nobody else hears that it is. */
export function addressInUseLetter(loginUrl: string): Letter {
  return wordLetter(texts.inUse, {}, { url: loginUrl, priority: 'confirmation' });
}

/** To the present address, as soon as another one was asked for. It does not name the new one: this mailbox may be read by others. */
export function addressChangeAskedLetter(asked: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly dashboardUrl: string;
}): Letter {
  return wordLetter(
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
export function addressChangedLetter(at: Date): Letter {
  return wordLetter(texts.changed, {}, { facts: [timeFact(at)], priority: 'security' });
}
