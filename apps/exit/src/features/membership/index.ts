export { join } from './join.ts';
export { keepCredential } from './keep-credential.ts';
export {
  credentialOf,
  type HeldTicket,
  type Membership,
  membershipFile,
  ticketFile,
} from './membership.store.ts';
