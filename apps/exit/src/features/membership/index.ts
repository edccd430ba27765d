export { join } from './join.ts';
export { maintainCredential } from './maintain-credential.ts';
export {
  credentialOf,
  type HeldTicket,
  type Membership,
  membershipFile,
  type PendingJoin,
  pendingJoinFile,
  ticketFile,
} from './membership.store.ts';
