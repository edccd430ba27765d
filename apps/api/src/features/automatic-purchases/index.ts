export { workOnPurchases } from './buy.ts';
