export {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireAddressChanges,
  expireEmailLinks,
  type FollowedLink,
  followEmailLink,
  type LinkRefusal,
  makeEmailLink,
  readEmailLink,
} from './email-links.store.ts';
