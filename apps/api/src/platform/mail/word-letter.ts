import { type LetterValues, type LetterWords, sayLetter } from '@comet/texts/letters';
import type { Letter, MailPriority } from './letter.ts';

/** A mail of the catalogue, with the values that its words name, what is known of the event, and where its action leads. */
export function wordLetter<const W extends LetterWords>(
  words: W,
  values: LetterValues<W>,
  {
    url,
    facts,
    priority,
  }: {
    readonly url?: string;
    readonly facts?: NonNullable<Letter['facts']>;
    readonly priority?: MailPriority;
  } = {},
): Letter {
  const { action, ...said } = sayLetter(words, values);
  return {
    ...said,
    ...(facts === undefined ? {} : { facts }),
    ...(priority === undefined ? {} : { priority }),
    ...(action === undefined || url === undefined ? {} : { action: { label: action, url } }),
  };
}
