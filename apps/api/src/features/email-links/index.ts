export {
  type EmailLinkPurpose,
  followEmailLink,
  type LinkRefusal,
  makeEmailLink,
} from './email-links.store.ts';
