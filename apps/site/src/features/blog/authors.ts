import { getCollection } from 'astro:content';

interface Head {
  readonly name: string;
  readonly kind: 'person' | 'team';
}

/** An author of articles, with a page. */
export interface Author extends Head {
  readonly entry: Entry<Head>;
  readonly slug: string;
  readonly path: string;
}

/** Every author by name. */
export async function authors(): Promise<readonly Author[]> {
  const entries = (await getCollection('authors')) as readonly Entry<Head>[];
  return entries
    .map((entry) => ({ entry, slug: entry.id, path: `/blog/authors/${entry.id}/`, ...entry.data }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** A file of a collection, as Astro gives it. */
export interface Entry<T> {
  /** File name without extension. */
  readonly id: string;
  readonly data: T;
  readonly body?: string;
}
