import { getCollection } from 'astro:content';
import { type Author, authors, type Entry } from './authors.ts';
import { readingMinutes } from './reading-time.ts';

/** Frontmatter of an article; validated by the schema of `content.config.ts`. */
interface Head {
  readonly title: string;
  readonly description: string;
  readonly day: Date;
  readonly authors: readonly { readonly id: string }[];
  readonly tags: readonly string[];
}

/** An article with derived data. */
export interface Article extends Omit<Head, 'authors'> {
  readonly entry: Entry<Head>;
  readonly authors: readonly Author[];
  readonly slug: string;
  readonly path: string;
  readonly minutes: number;
}

/** Every article, the newest first. */
export async function articles(): Promise<readonly Article[]> {
  const entries = (await getCollection('articles')) as readonly Entry<Head>[];
  const everybody = await authors();
  return entries
    .map((entry) => ({
      entry,
      slug: entry.id,
      path: `/blog/${entry.id}/`,
      ...entry.data,
      authors: everybody.filter(({ slug }) => entry.data.authors.some(({ id }) => id === slug)),
      minutes: readingMinutes(entry.body ?? ''),
    }))
    .toSorted((one, other) => other.day.getTime() - one.day.getTime());
}

/** Returns every tag with its articles, in the format of Astro's `getStaticPaths`. */
export async function tagged() {
  const all = await articles();
  return [...new Set(all.flatMap(({ tags }) => tags))].map((name) => ({
    params: { slug: slugOf(name) },
    props: { name, listed: all.filter(({ tags }) => tags.includes(name)) },
  }));
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Returns the path of a tag's page, with a slash at its end. */
export const tagPath = (tag: string): string => `/blog/tags/${slugOf(tag)}/`;

/** Returns the path of a tag's RSS feed. */
export const tagFeedPath = (tag: string): string => `${tagPath(tag)}rss.xml`;
