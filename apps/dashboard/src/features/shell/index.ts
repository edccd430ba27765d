export { AsideLayout } from './aside-layout.tsx';
export { useDocumentTitle } from './document-title.ts';
export { SessionNote } from './session-note.tsx';
