import type { Plugin } from 'vite';

/** A language with a non-Latin script, four plural forms, and names of days and countries in Intl. */
const LANGUAGE = 'uk';

/** Files of packages/texts without sentences: they fill placeholders and choose errors in every language. */
const NO_CATALOGUE = /\/(errors|format|index|format-text)\.ts$/;

/**
 * Vite plugin that simulates a second language: writes every sentence of the catalogue in full-width letters and changes `LOCALE`.
 * Placeholders and code in backticks stay.
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

/** Returns the string literals that are values in objects and arrays, without keys and imports. */
function sentencesOf(node: unknown, isValue = false): readonly Sentence[] {
  if (Array.isArray(node)) return node.flatMap((each) => sentencesOf(each, isValue));
  if (typeof node !== 'object' || node === null) return [];
  const { type, start, end, value, ...rest } = node as Record<string, unknown>;
  if (type === 'Literal')
    return isValue && typeof value === 'string' ? [{ start: Number(start), end: Number(end), value }] : [];
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
        : part.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    )
    .join('');
}
