import rss from '@astrojs/rss';
import { blogTexts } from '@comet/texts/site';
import { articles } from '../features/blog/index.ts';
import { addresses } from '../platform/addresses.ts';

export async function GET(): Promise<Response> {
  return rss({
    title: blogTexts.title,
    description: blogTexts.description,
    site: addresses.site,
    items: (await articles()).map(({ title, description, path, day, tags, author }) => ({
      title,
      description,
      link: path,
      pubDate: day,
      categories: [...tags],
      author,
    })),
  });
}
