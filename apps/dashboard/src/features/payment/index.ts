export { openOrderId } from './open-order.ts';
export { AFTER_PLAN, METHODS_ID, orderAddress } from './order-address.ts';
export { orderLineText, payLabel, renewalText } from './order-lines.ts';
export { OrderLines } from './order-lines-list.tsx';
export { type Order, orderQuery } from './order.ts';
export { pay, type PaymentMethod } from './pay.tsx';
