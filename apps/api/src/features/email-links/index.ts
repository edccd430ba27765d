export { followEmailLink, type LinkRefusal, makeEmailLink } from './email-links.store.ts';
