import { normalizedWords } from '@comet/foundation';

/**
 * Returns how well an item's names match the typed text: 0 is best, null no match. Words of four letters may have one mistake, of eight two.
 */
function rank(names: readonly string[], typed: string): number | null {
  const candidates = names.flatMap((name) => {
    const parts = normalizedWords(name);
    return [parts.join(' '), ...parts];
  });
  let worst = 0;
  for (const word of typed.split(' ')) {
    const best = Math.min(...candidates.map((name) => distance(name, word)));
    if (best > allowed(word)) return null;
    worst = Math.max(worst, best);
  }
  return worst;
}

const allowed = (word: string): number => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0);

/**
 * Returns the items that match the typed text, the best first; all of them, in their order, for an empty
 * text.
 */
export function bestFirst<T>(
  items: readonly T[],
  typed: string,
  namesOf: (item: T) => readonly string[],
): readonly T[] {
  return ranked(items, typed, namesOf)
    .toSorted((one, other) => one.found - other.found)
    .map(({ item }) => item);
}

/**
 * Returns the items that match the typed text, in their order: those without a typing mistake, or if there
 * are none, those with some.
 */
export function closest<T>(
  items: readonly T[],
  typed: string,
  namesOf: (item: T) => readonly string[],
): readonly T[] {
  const all = ranked(items, typed, namesOf);
  const exact = all.filter(({ found }) => found === 0);
  return (exact.length > 0 ? exact : all).map(({ item }) => item);
}

function ranked<T>(items: readonly T[], typed: string, namesOf: (item: T) => readonly string[]) {
  const query = normalizedWords(typed).join(' ');
  return items.flatMap((item) => {
    const found = query === '' ? 0 : rank(namesOf(item), query);
    return found === null ? [] : [{ item, found }];
  });
}

/**
 * Returns the edit distance between the typed text and a prefix of a name (Damerau–Levenshtein, optimal string alignment). The rest of the
 * name costs nothing, since the user may still be typing.
 */
function distance(name: string, typed: string): number {
  if (name.startsWith(typed)) return 0;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const same = typed[i - 1] === name[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}
