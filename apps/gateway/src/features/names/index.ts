export { readBlockLists } from './block-lists.ts';
export { keepNames, listsIn, listsOf, type NamesPlan } from './keep-names.ts';
export { serveNames } from './serve-names.ts';
export { openUpstream } from './upstream.ts';
