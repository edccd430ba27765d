import type { searchTexts } from '@comet/texts/site';

export type SearchKind = keyof typeof searchTexts.kinds;

/** A page in the search index. */
export interface SearchEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: SearchKind;
  /** Additional indexed words, each once, in lower case and without accents. */
  readonly words: string;
}
