import { referralLetters as texts } from '@comet/texts/letters';
import type { Letter } from '../../platform/mail/letter.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';

/** Tells a customer that a friend's first plan was paid. Says nothing about who. */
export function friendPaidLetter({ url }: { readonly url: string }): Letter {
  return wordLetter(texts.friendPaid, {}, { url });
}

/** Tells the friend that the code which was used has paid off. */
export function recommendedLetter({ url }: { readonly url: string }): Letter {
  return wordLetter(texts.recommended, {}, { url });
}
