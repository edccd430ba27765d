export { workOnPurchases } from './charge-order.ts';
