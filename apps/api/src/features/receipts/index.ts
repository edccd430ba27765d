export { queueReceipts } from './queue-receipts.ts';
