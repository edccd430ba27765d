export { ArticleHead, ArticleRows, TagLinks } from './article-rows.tsx';
export { type Article, articles, tagFeedPath, tagged, tagPath } from './articles.ts';
export { authors } from './authors.ts';
export { feed } from './feed.ts';
