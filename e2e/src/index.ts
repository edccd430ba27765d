export { type Customer, newCustomer, payByCard } from './customer.ts';
export { latestLink } from './mailbox.ts';
