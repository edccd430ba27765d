import { letterTime, plural, say, userLetters as texts } from '@comet/texts/letters';
import type { HeldSignIns } from '../../platform/database/schema.ts';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

const sessionsOf = (dashboardUrl: string): string => `${dashboardUrl}/dash/settings/`;

/** No place: we do not know one that is true. `heldUntil` is when further sign-ins are named; null where they are told one by one. */
export function newSignInLetter(signedIn: {
  readonly client: CallingClient;
  readonly at: Date;
  readonly heldUntil: Date | null;
  readonly dashboardUrl: string;
}): Letter {
  const facts = [deviceFact(signedIn.client), timeFact(signedIn.at)] as const;
  const [device, time] = facts;
  const values = { device: device.value, time: time.value };
  const more = { facts, url: sessionsOf(signedIn.dashboardUrl), priority: 'security' } as const;
  if (signedIn.heldUntil === null) return wordLetter(texts.newSignIn, values, more);
  return wordLetter(texts.lastNewSignIn, { ...values, until: letterTime(signedIn.heldUntil) }, more);
}

/** Names every program with which devices signed in that the account had not seen before. */
export function heldSignInsLetter(given: {
  readonly held: readonly HeldSignIns[];
  readonly dashboardUrl: string;
}): Letter {
  const { ofProgram, ...words } = texts.heldSignIns;
  const facts = given.held.map(({ client, count: signIns, lastAt }) => {
    const time = letterTime(new Date(lastAt));
    return { term: deviceFact(client).value, value: say(plural(signIns, ofProgram), { signIns, time }) };
  });
  const url = sessionsOf(given.dashboardUrl);
  return wordLetter(words, {}, { facts, url, priority: 'security' });
}
