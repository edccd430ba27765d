import type { searchTexts } from '@comet/texts/site';

export type SearchKind = keyof typeof searchTexts.kinds;

/** A page as the index holds it. */
export interface SearchEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: SearchKind;
  /** Further words it is found by, each once, in lower case and without accents. */
  readonly words: string;
}
