import { normalizedWords } from './normalize-text.ts';

/** A page, article or item that the search finds. */
interface Searchable {
  readonly title: string;
  readonly description: string;
  /** Further words, normalized and separated by spaces. */
  readonly words: string;
}

interface SearchOptions {
  readonly limit?: number;
  /** Also finds entries that match some of the words only, if none matches all of them. */
  readonly partial?: boolean;
  /** Fewest letters of a word that may contain a typing error; 4 by default. */
  readonly typoFrom?: number;
}

const weights = { title: 8, description: 3, words: 1 } as const;

/**
 * Returns the entries that match every word of the query, the best first. A prefix of a word matches, also
 * with one typing error.
 */
export function searchText<T extends Searchable>(
  entries: readonly T[],
  query: string,
  { limit = 8, partial = false, typoFrom = 4 }: SearchOptions = {},
): readonly T[] {
  const wanted = [...new Set(normalizedWords(query))];
  if (wanted.length === 0) return [];
  const scored = entries.map((entry) => ({ entry, scores: scoresOf(entry, wanted, typoFrom) }));
  const all = scored.filter(({ scores }) => scores.every((score) => score > 0));
  const found = all.length === 0 && partial ? scored.filter(({ scores }) => scores.some((s) => s > 0)) : all;
  return found
    .map(({ entry, scores }) => ({ entry, score: scores.reduce((total, score) => total + score, 0) }))
    .toSorted((one, other) => other.score - one.score || one.entry.title.length - other.entry.title.length)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

function scoresOf(entry: Searchable, wanted: readonly string[], typoFrom: number): readonly number[] {
  const fields = [
    [weights.title, normalizedWords(entry.title)],
    [weights.description, normalizedWords(entry.description)],
    [weights.words, entry.words.split(' ')],
  ] as const;
  return wanted.map((word) =>
    Math.max(
      ...fields.map(
        ([weight, words]) => weight * Math.max(0, ...words.map((one) => likeness(one, word, typoFrom))),
      ),
    ),
  );
}

/** From 0 (different) to 1 (equal). */
function likeness(word: string, wanted: string, typoFrom: number): number {
  if (word === wanted) return 1;
  if (word.startsWith(wanted)) return wanted.length > 1 ? 0.7 : 0.3;
  if (wanted.length < typoFrom) return 0;
  if (isOneErrorApart(word, wanted)) return 0.4;
  const beginnings = [wanted.length, wanted.length + 1].map((length) => word.slice(0, length));
  return beginnings.some((beginning) => isOneErrorApart(beginning, wanted)) ? 0.25 : 0;
}

/** Whether one letter is wrong, missing or added, or two adjacent ones are swapped. */
export function isOneErrorApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return isSwapped && short.slice(at + 2) === long.slice(at + 2);
}
