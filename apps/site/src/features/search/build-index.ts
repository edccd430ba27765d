import type { SearchEntry, SearchKind } from './entry.ts';
import { normalizedWords } from '@comet/foundation';

/** A page of the site for the search index. */
export interface SearchPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kind: SearchKind;
  /** Text, Markdown or HTML whose words are also indexed. */
  readonly body?: string;
}

const unspecific = new Set(
  'a an and are as at be but by can do for from has have if in into is it its no not of on one or our so than that the their them then there they this to up was we what when where which who will with you your'.split(
    ' ',
  ),
);

/** Entries of the search index. Throws if two pages share a path. */
export function buildIndex(pages: readonly SearchPage[]): readonly SearchEntry[] {
  const paths = new Set<string>();
  return pages.map(({ path, title, description, kind, body = '' }) => {
    if (paths.has(path)) throw new Error(`${path} is in the search index twice`);
    paths.add(path);
    const titleWords = new Set(normalizedWords(`${title} ${description}`));
    const words = new Set(normalizedWords(plain(body)));
    return {
      path,
      title,
      description,
      kind,
      words: [...words]
        .filter((word) => word.length > 1 && !unspecific.has(word) && !titleWords.has(word))
        .join(' '),
    };
  });
}

const plain = (body: string): string =>
  body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, '] ')
    .replaceAll(/&#?\w+;/g, ' ');
