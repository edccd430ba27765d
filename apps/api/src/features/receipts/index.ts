export { postReceipts } from './post-receipts.ts';
