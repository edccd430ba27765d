export {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireEmailLinks,
  type FollowedLink,
  followEmailLink,
  type LinkRefusal,
  makeEmailLink,
  readEmailLink,
} from './email-links.store.ts';
