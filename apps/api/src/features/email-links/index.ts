export {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireEmailLinks,
  followEmailLink,
  type LinkRefusal,
  makeEmailLink,
  readEmailLink,
} from './email-links.store.ts';
