export { bestFirst, closest } from './search.ts';
