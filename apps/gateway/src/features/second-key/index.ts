export { serveSecondKey } from './serve-second-key.ts';
