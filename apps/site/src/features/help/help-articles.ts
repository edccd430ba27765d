import { type HelpPage, helpPages, helpPath } from '@comet/texts/help';
import { getCollection } from 'astro:content';
import { addresses } from '../../platform/addresses.ts';

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

/** The sections of a help page, as HTML. */
interface HelpSections {
  readonly needs: string;
  readonly steps: string;
  readonly result: string;
  readonly failures: string;
  /** The headings of the sections, in this order. */
  readonly headings: readonly [needs: string, steps: string, result: string, failures: string];
}

/**
 * Splits the HTML of a help page at its four headings of level 2. Throws if there are others, or if one is
 * missing.
 */
function helpSections(html: string): HelpSections {
  const [needs, steps, result, failures, ...others] = html.split(/(?=<h2[ >])/).map((part) => {
    const [whole = '', heading = ''] = /^<h2[^>]*>(.*?)<\/h2>\s*/s.exec(part) ?? [];
    return { heading, html: part.slice(whole.length) };
  });
  if (!needs?.heading || !steps || !result || !failures || others.length > 0)
    throw new Error('A help page has four parts, each with a heading');
  return {
    needs: needs.html,
    steps: steps.html,
    result: result.html,
    failures: failures.html,
    headings: [needs.heading, steps.heading, result.heading, failures.heading],
  };
}

/** Replaces the origin `dashboard:` of links with `origin`. */
const linkedHelp = (html: string, origin: string): string =>
  html.replaceAll('href="dashboard:', `href="${origin}`);
