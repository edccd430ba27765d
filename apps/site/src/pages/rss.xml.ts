import { blogTexts } from '@comet/texts/site';
import { articles, feed } from '../features/blog/index.ts';

export async function GET(): Promise<Response> {
  const { title, description } = blogTexts;
  return feed({ title, description, path: '/rss.xml', articles: await articles() });
}
