export { ArticleHead, ArticleRows, TagLinks } from './article-rows.tsx';
export { articles, authorPath, legalPages, slugOf, tagPath } from './articles.ts';
