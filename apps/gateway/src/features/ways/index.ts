export { serveWords } from './serve-words.ts';
export { createWays, type Ways } from './ways.ts';
