export { expireRefundRequests, withSecondPerson } from './hold-refund.ts';
export { refundedOf } from './refunded.store.ts';
export { pendingRefunds } from './refund-requests.store.ts';
export { refundsCommand } from './refunds-command.ts';
