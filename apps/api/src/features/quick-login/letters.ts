import { factTexts, quickLoginLetters as texts } from '@comet/texts/letters';
import type { Letter } from '../../platform/mail/letter.ts';
import { timeFact } from '../../platform/mail/letter-facts.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** Tells the owner that a device was let in, so that a trick is noticed. */
export function deviceSignedInLetter(device: {
  readonly name: string;
  readonly network: keyof typeof texts.places;
  readonly at: Date;
  readonly sessionsUrl: string;
}): Letter {
  const { name, network, at, sessionsUrl } = device;
  const facts = [
    { term: factTexts.terms.device, value: name },
    { term: factTexts.terms.place, value: texts.places[network] },
    timeFact(at),
  ];
  return wordLetter(texts.signedIn, { name }, { facts, url: sessionsUrl, priority: 'security' });
}
