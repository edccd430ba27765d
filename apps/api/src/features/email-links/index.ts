export {
  type ConfirmationRefusal,
  confirmationRefusal,
  deleteOldLinks,
  expireAddressChanges,
  expireEmailLinks,
  type FollowedLink,
  followEmailLink,
  latestEmailLink,
  type LinkRefusal,
  makeEmailLink,
  readEmailLink,
} from './email-links.store.ts';
