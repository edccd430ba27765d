export { registerPurchaseWorkers } from './charge-order.ts';
