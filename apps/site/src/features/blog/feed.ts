import rss from '@astrojs/rss';
import { frameTexts, formatText } from '@comet/texts/site';
import { addresses } from '../../platform/addresses.ts';
import type { Article } from './articles.ts';

interface Feed {
  readonly title: string;
  readonly description: string;
  /** Path of the feed. */
  readonly path: string;
  readonly articles: readonly Article[];
}

/**
 * Returns articles as RSS 2.0. The title contains the product's name, because readers list the feed among
 * others.
 */
export function feed({ title, description, path, articles }: Feed): Promise<Response> {
  return rss({
    title: formatText(frameTexts.documentTitle, { page: title }),
    description,
    site: addresses.site,
    xmlns: { dc: 'http://purl.org/dc/elements/1.1/', atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>en</language><atom:link href="${addresses.site}${path}" rel="self" type="application/rss+xml"/>`,
    items: articles.map((article) => ({
      title: article.title,
      description: article.description,
      link: article.path,
      pubDate: article.day,
      categories: [...article.tags],
      // Not `author`, which must be an email address (RSS 2.0).
      customData: article.authors.map(({ name }) => `<dc:creator>${inXml(name)}</dc:creator>`).join(''),
    })),
  });
}

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
