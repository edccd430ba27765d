export { readBlockLists } from './block-lists.ts';
export { type Filter, filtersOf } from './filter-addresses.ts';
export { keepNames, listsIn, type NamesPlan } from './keep-names.ts';
export { serveNames } from './serve-names.ts';
export { openUpstream } from './upstream.ts';
