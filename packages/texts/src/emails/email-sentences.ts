import { fill as formatText, type Properties } from '../language/format-text.ts';

/** The texts of an email, with the label of its action if it has one. Each may contain `{property}` placeholders. */
export interface EmailSentences {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: string;
  readonly footnote: string;
}

type Sentences<W extends EmailSentences> =
  | W['subject' | 'preview' | 'heading' | 'footnote']
  | W['paragraphs'][number]
  | (W extends { readonly action: infer Label extends string } ? Label : never);

/** The values of all placeholders in an email's texts. */
export type EmailValues<W extends EmailSentences> = Readonly<
  Record<Properties<Sentences<W>>, string | number>
>;

/** Fills the placeholders in all sentences of a mail. */
export function composeSentence<const W extends EmailSentences>(
  words: W,
  values: EmailValues<W>,
): EmailSentences {
  const fill = (sentence: string): string => (formatText as Fill)(sentence, values);
  return {
    subject: fill(words.subject),
    preview: fill(words.preview),
    heading: fill(words.heading),
    paragraphs: words.paragraphs.map(fill),
    ...(words.action === undefined ? {} : { action: fill(words.action) }),
    footnote: fill(words.footnote),
  };
}

/** Like `formatText` for one of several sentences: the values must contain the placeholders of all of them. */
type Fill = (sentence: string, values: Readonly<Record<string, string | number>>) => string;
