export { couponCode } from './coupon-code.ts';
export { OrderCheckout } from './order-checkout.tsx';
export type { OrderRequest } from './order-draft.ts';
