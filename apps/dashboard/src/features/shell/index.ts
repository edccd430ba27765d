export { AsideLayout } from './aside-layout.tsx';
export { useDocumentTitle } from './document-title.ts';
export { Loading } from './loading.tsx';
export { SessionNote } from './session-note.tsx';
