export { DocumentList } from './document-list.tsx';
export { documents } from './documents.ts';
