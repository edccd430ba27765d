export {
  type ConfirmationRefusal,
  confirmationRefusal,
  expireAddressChanges,
  expireEmailLinks,
  type FollowedLink,
  followEmailLink,
  latestEmailLink,
  type LinkRefusal,
  makeEmailLink,
  readEmailLink,
} from './email-links.store.ts';
