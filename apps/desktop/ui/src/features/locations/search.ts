/** What can be searched for: the words that stand for it. */
interface Searchable {
  readonly code: string;
  readonly city: string;
  readonly country: string;
  readonly countryName: string;
}

/** Lower case, without accents and signs, so that `sao paulo` finds São Paulo. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** How well a place answers what was typed: 0 best, null not at all. A word of four letters may have one mistake, one of eight two. */
function rank(place: Searchable, typed: string): number | null {
  const words = typed.split(' ');
  const names = [place.city, place.countryName, place.code, place.country].flatMap((name) => {
    const whole = plain(name);
    return [whole, ...whole.split(' ')];
  });
  let worst = 0;
  for (const word of words) {
    const best = Math.min(...names.map((name) => distance(name, word)));
    if (best > allowed(word)) return null;
    worst = Math.max(worst, best);
  }
  return worst;
}

const allowed = (word: string): number => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0);

/** Those that answer what was typed, the best first; all of them, in their order, when nothing was. */
export function search<T extends Searchable>(places: readonly T[], typed: string): readonly T[] {
  const words = plain(typed);
  if (words === '') return places;
  return places
    .flatMap((place) => {
      const found = rank(place, words);
      return found === null ? [] : [{ place, found }];
    })
    .toSorted((one, other) => one.found - other.found)
    .map(({ place }) => place);
}

/**
 * Mistakes between what was typed and the beginning of a name: letters too many, too few, wrong or exchanged (Damerau–Levenshtein,
 * optimal string alignment). What the name has beyond it costs nothing: who types has not finished.
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
