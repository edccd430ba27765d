export { couponCode } from './coupon-code.ts';
export { OrderCheckout } from './order-checkout.tsx';
export type { Wish } from './order-draft.ts';
