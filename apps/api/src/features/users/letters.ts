import { userLetters as texts } from '@comet/texts/letters';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

export function confirmAddressLetter(url: string): Letter {
  return wordLetter(texts.confirmAddress, {}, { url, priority: 'confirmation' });
}

export function accountExistsLetter(loginUrl: string): Letter {
  return wordLetter(texts.accountExists, {}, { url: loginUrl, priority: 'confirmation' });
}

/** Tells the owner that a device signed in which the account had not seen before. No place: we do not know one that is true. */
export function newSignInLetter(signedIn: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly sessionsUrl: string;
}): Letter {
  const facts = [deviceFact(signedIn.client), timeFact(signedIn.at)] as const;
  const [device, time] = facts;
  const values = { device: device.value, time: time.value };
  return wordLetter(texts.newSignIn, values, { facts, url: signedIn.sessionsUrl, priority: 'security' });
}
