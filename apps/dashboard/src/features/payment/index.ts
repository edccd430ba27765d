export { openOrderId } from './open-order.ts';
export { type Order, orderQuery } from './order.ts';
export { pay } from './pay.ts';
