export { buildIndex } from './build-index.ts';
export { SearchBox } from './search-box.tsx';
export { sitePages } from './site-pages.ts';
