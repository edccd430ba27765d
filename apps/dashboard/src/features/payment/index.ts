export { openOrderId } from './open-order.ts';
export { orderAddress } from './order-address.ts';
export { type Order, orderQuery } from './order.ts';
export { pay, type PaymentMethod } from './pay.ts';
