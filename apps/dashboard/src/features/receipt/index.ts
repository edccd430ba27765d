export { InvoiceAction } from './invoice-action.tsx';
export { type Payment, paymentsQuery } from './payments.ts';
export { ReceiptRow } from './receipt-row.tsx';
