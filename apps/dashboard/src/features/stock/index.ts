export { type StockKind, stockRequestsQuery } from './stock-requests.ts';
export { TellMe } from './tell-me.tsx';
