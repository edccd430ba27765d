export { AsideLayout } from './aside-layout.tsx';
export { Breadcrumb } from './breadcrumb.tsx';
export { ConfirmLayout, UnfoldingLayout } from './confirm-layout.tsx';
export { useDocumentTitle } from './document-title.ts';
export { LegalSentence } from './legal.tsx';
export { ListSkeleton } from './list-skeleton.tsx';
export { Loading } from './loading.tsx';
export { Outcome } from './outcome.tsx';
export { SessionNote } from './session-note.tsx';
