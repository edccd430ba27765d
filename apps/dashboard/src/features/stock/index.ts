export { StockRequestAction } from './stock-request-action.tsx';
