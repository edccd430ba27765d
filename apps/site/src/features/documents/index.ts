export { ChapterContents, ChapterSteps } from './chapter-links.tsx';
export { ChapterList } from './chapter-list.tsx';
export { DocumentList } from './document-list.tsx';
export { documents } from './documents.ts';
