export { OrderCheckout } from './order-checkout.tsx';
export type { Wish } from './order-draft.ts';
