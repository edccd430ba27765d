export { SoldOutCountries } from './sold-out-countries.tsx';
export { StockRequestAction } from './stock-request-action.tsx';
