import { type HelpPage, helpPages, helpPath } from '@comet/texts/help';
import { getCollection } from 'astro:content';
import { addresses } from '../../platform/addresses.ts';
import { type HelpSections, helpSections, linkedHelp } from './sections.ts';

interface Entry {
  readonly id: string;
  readonly body?: string;
  readonly rendered?: { readonly html: string };
}

/** A page of the help center with its text. */
export interface HelpArticle extends HelpPage {
  readonly path: string;
  /** Markdown that also contains the words that people search for. */
  readonly body: string;
  readonly sections: HelpSections;
}

/**
 * Every page of the help center, in the order of the topics. Throws if a page has no text, or a text has no
 * page.
 */
export async function helpArticles(): Promise<readonly HelpArticle[]> {
  const entries = new Map(
    ((await getCollection('help')) as readonly Entry[]).map((entry) => [entry.id, entry]),
  );
  const articles = helpPages.map((page) => {
    const entry = entries.get(page.slug);
    if (entry?.rendered === undefined) throw new Error(`content/help has no ${page.slug}.md`);
    entries.delete(page.slug);
    return {
      ...page,
      path: helpPath(page.slug),
      body: `${page.words} ${entry.body ?? ''}`,
      sections: helpSections(linkedHelp(entry.rendered.html, addresses.dashboard)),
    };
  });
  const [unlisted] = entries.keys();
  if (unlisted !== undefined) throw new Error(`packages/texts does not list the help page ${unlisted}`);
  return articles;
}
