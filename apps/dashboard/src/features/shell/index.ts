export { AsideLayout } from './aside-layout.tsx';
export { useDocumentTitle } from './document-title.ts';
