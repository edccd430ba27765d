import rss from '@astrojs/rss';
import { blogTexts } from '@comet/texts/site';
import { absolute } from '../features/frame/structured-data.ts';
import { articles } from '../features/blog/index.ts';
import { addresses } from '../platform/addresses.ts';

export async function GET(): Promise<Response> {
  return rss({
    title: blogTexts.title,
    description: blogTexts.description,
    site: addresses.site,
    xmlns: { dc: 'http://purl.org/dc/elements/1.1/', atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>en</language><atom:link href="${absolute('/rss.xml')}" rel="self" type="application/rss+xml"/>`,
    items: (await articles()).map(({ title, description, path, day, tags, author }) => ({
      title,
      description,
      link: path,
      pubDate: day,
      categories: [...tags],
      // `author` would have to be an address for mail (RSS 2.0).
      customData: `<dc:creator>${author}</dc:creator>`,
    })),
  });
}
