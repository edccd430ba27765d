export { expireRefundRequests, withRefundApproval } from './refund-approval.ts';
export { refundedOf, pendingRefunds } from './refund-requests.store.ts';
export { refundsCommand } from './refunds-command.ts';
