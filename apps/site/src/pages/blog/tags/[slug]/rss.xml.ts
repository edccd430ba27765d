import { blogTexts, formatText } from '@comet/texts/site';
import { type Article, feed, tagFeedPath, tagged } from '../../../../features/blog/index.ts';

interface Tagged {
  readonly props: { readonly name: string; readonly listed: readonly Article[] };
}

export const getStaticPaths = tagged;

export function GET({ props: { name, listed } }: Tagged): Promise<Response> {
  const title = formatText(blogTexts.tagged, { tag: name });
  const description = formatText(blogTexts.tagDescription, { tag: name });
  return feed({ title, description, path: tagFeedPath(name), articles: listed });
}
