export { createWays, type Ways } from './ways.ts';
