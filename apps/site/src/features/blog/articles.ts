import { getCollection } from 'astro:content';
import { minutesToRead } from './minutes-to-read.ts';

/** What stands at the head of an article's file; the schema of `content.config.ts` has checked it. */
interface Head {
  readonly title: string;
  readonly description: string;
  readonly day: Date;
  readonly author: string;
  readonly tags: readonly string[];
}

interface Entry<T> {
  readonly id: string;
  readonly data: T;
  readonly body?: string;
}

/** An article with what is derived from it. */
export interface Article extends Head {
  readonly entry: Entry<Head>;
  readonly slug: string;
  readonly path: string;
  readonly minutes: number;
}

/** Every article, the newest first. */
export async function articles(): Promise<readonly Article[]> {
  const entries = (await getCollection('articles')) as readonly Entry<Head>[];
  return entries
    .map((entry) => ({
      entry,
      slug: entry.id,
      path: `/blog/${entry.id}/`,
      ...entry.data,
      minutes: minutesToRead(entry.body ?? ''),
    }))
    .toSorted((one, other) => other.day.getTime() - one.day.getTime());
}

/** Terms, privacy, refunds, imprint. */
export interface LegalPage {
  readonly entry: Entry<{ readonly title: string; readonly description: string }>;
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

export async function legalPages(): Promise<readonly LegalPage[]> {
  const entries = (await getCollection('legal')) as readonly LegalPage['entry'][];
  return entries.map((entry) => ({ entry, id: entry.id, ...entry.data }));
}

export const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
export const tagPath = (tag: string): string => `/blog/tags/${slugOf(tag)}/`;
export const authorPath = (author: string): string => `/blog/authors/${slugOf(author)}/`;
