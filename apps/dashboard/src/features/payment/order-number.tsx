import { paymentTexts as texts, formatText } from '@comet/texts';
import type { Order } from './order.ts';

/** The order's number, which customers give to support. */
export function OrderNumber({ order: { number } }: { readonly order: Pick<Order, 'number'> }) {
  return <p className="m-0 text-small text-quiet">{formatText(texts.orderNumber, { number })}</p>;
}
