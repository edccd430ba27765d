export { HelpArticlePage } from './help-article-page.tsx';
export { helpArticles } from './help-articles.ts';
export { HelpPlatforms, HelpTopics } from './help-topics.tsx';
export { ContactSupport } from './contact-support.tsx';
