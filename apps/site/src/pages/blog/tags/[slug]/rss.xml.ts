import { blogTexts, say } from '@comet/texts/site';
import { type Article, feed, tagFeedPath, tagged } from '../../../../features/blog/index.ts';

interface Tagged {
  readonly props: { readonly name: string; readonly listed: readonly Article[] };
}

export const getStaticPaths = tagged;

export function GET({ props: { name, listed } }: Tagged): Promise<Response> {
  const title = say(blogTexts.tagged, { tag: name });
  const description = say(blogTexts.tagDescription, { tag: name });
  return feed({ title, description, path: tagFeedPath(name), articles: listed });
}
