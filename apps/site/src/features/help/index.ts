export { HelpArticlePage } from './help-article-page.tsx';
export { helpArticles } from './help-articles.ts';
export { HelpPlatforms, HelpTopics } from './help-topics.tsx';
export { StillStuck } from './still-stuck.tsx';
