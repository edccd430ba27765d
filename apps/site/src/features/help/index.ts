export { HelpArticlePage } from './help-article-page.tsx';
export { helpArticles } from './help-articles.ts';
export { HelpTopics, PopularHelp } from './help-topics.tsx';
export { StillStuck } from './still-stuck.tsx';
