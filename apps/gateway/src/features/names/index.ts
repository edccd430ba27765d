export { readQuestion } from './dns-message.ts';
export { readBlockLists } from './block-lists.ts';
export { keepNames, listsIn, listsOf, type NamesPlan } from './keep-names.ts';
export { serveNames } from './serve-names.ts';
export { framed, openUpstream, unframe } from './upstream.ts';
