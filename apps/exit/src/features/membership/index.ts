export { join } from './join.ts';
export { type HeldTicket, type Membership, membershipFile, ticketFile } from './membership.store.ts';
