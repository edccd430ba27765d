import { factTexts, passkeyLetters as texts } from '@comet/texts/letters';
import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

interface Told {
  readonly name: string;
  /** The program in which it was done. */
  readonly client: CallingClient;
  readonly at: Date;
  readonly settingsUrl: string;
}

/** Tells the owner of a new way in, so that a stranger's is noticed. */
export function passkeyAddedLetter(told: Told): Letter {
  return wordLetter(texts.added, { name: told.name }, aroundOf(told));
}

export function passkeyRemovedLetter(told: Told): Letter {
  return wordLetter(texts.removed, { name: told.name }, aroundOf(told));
}

const aroundOf = ({ name, client, at, settingsUrl }: Told) => ({
  facts: [{ term: factTexts.terms.passkey, value: name }, deviceFact(client), timeFact(at)],
  url: settingsUrl,
  priority: 'security' as const,
});
