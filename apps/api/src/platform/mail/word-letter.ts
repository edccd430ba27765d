import { type LetterValues, type LetterWords, sayLetter } from '@comet/texts/letters';
import type { Letter } from './letter.ts';

/** A mail of the catalogue, with the values that its words name, what is known of the event, and where its action leads. */
export function wordLetter<const W extends LetterWords>(
  words: W,
  values: LetterValues<W>,
  { url, facts }: { readonly url?: string; readonly facts?: NonNullable<Letter['facts']> } = {},
): Letter {
  const { action, ...said } = sayLetter(words, values);
  return {
    ...said,
    ...(facts === undefined ? {} : { facts }),
    ...(action === undefined || url === undefined ? {} : { action: { label: action, url } }),
  };
}
