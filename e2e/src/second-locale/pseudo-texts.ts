import type { Plugin } from 'vite';

/** Whose letters are not Latin, whose numbers have four plural forms, and whose days and countries Intl knows. */
const LANGUAGE = 'uk';

/** Of packages/texts: how sentences are filled and failures chosen, which is the same in every language. */
const NO_CATALOGUE = /\/(errors|format|index|say)\.ts$/;

/**
 * Builds with a catalogue in which every sentence is written in wide letters, and `LOCALE` is another: what a second language would
 * change. Places for values stay, and so does what is typed into a machine.
 */
export const pseudoTexts: Plugin = {
  name: 'comet:pseudo-texts',
  transform(code, id) {
    if (!/\/packages\/(texts\/src\/.+|contract\/src\/error-codes)\.ts$/.test(id) || NO_CATALOGUE.test(id))
      return;
    if (id.endsWith('/locale.ts')) return code.replace(/(['"])en-GB\1/, `'${LANGUAGE}'`);
    const sentences = sentencesOf(this.parse(code)).toSorted((one, other) => other.start - one.start);
    return sentences.reduce(
      (text, { start, end, value }) =>
        text.slice(0, start) + JSON.stringify(widened(value)) + text.slice(end),
      code,
    );
  },
};

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The texts that stand as values in objects and lists; keys and imports do not. */
function sentencesOf(node: unknown, held = false): readonly Sentence[] {
  if (Array.isArray(node)) return node.flatMap((each) => sentencesOf(each, held));
  if (typeof node !== 'object' || node === null) return [];
  const { type, start, end, value, ...rest } = node as Record<string, unknown>;
  if (type === 'Literal')
    return held && typeof value === 'string' ? [{ start: Number(start), end: Number(end), value }] : [];
  if (type === 'Property') return sentencesOf(value, true);
  if (type === 'ArrayExpression') return sentencesOf(rest['elements'], true);
  return Object.values(rest).flatMap((each) => sentencesOf(each));
}

function widened(sentence: string): string {
  return sentence
    .split(/(\{\w+\}|`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/[A-Za-z]/g, (email) => String.fromCharCode(email.charCodeAt(0) + 0xfee0)),
    )
    .join('');
}
