import { failureTexts, ReadableError, checkoutTexts as texts } from '@comet/texts';
import { linkActionClasses } from '@comet/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { api, call } from '../../platform/data/api.ts';
import { openCheckout, type CheckoutSheet, type CheckoutTotals } from '../../platform/data/paddle.ts';
import { LoadingNote } from '../shell/index.ts';
import { rememberOpenOrder } from './open-order.ts';
import { OrderLines } from './order-lines-list.tsx';
import { renewalText } from './order-lines.ts';
import type { Order } from './order.ts';

const frameTarget = 'payment-frame';

/** Opens the payment sheet of an order. It is mounted when this returns, so that the provider finds its frame's container. */
function openSheet(order: Order, onClose: () => void): CheckoutSheet {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const draw = (shown: Order) =>
    flushSync(() => root.render(<PaymentSheet order={shown} frameTarget={frameTarget} onClose={onClose} />));
  draw(order);
  return {
    frameTarget,
    show: (totals: CheckoutTotals) => draw(withTotals(order, totals)),
    remove() {
      root.unmount();
      place.remove();
    },
  };
}

/** An order with the provider's tax for the customer's country, in today's total and in the renewal's. */
export function withTotals(order: Order, { currency, today, renewal }: CheckoutTotals): Order {
  if (currency !== order.total.currency) return order;
  const money = (amount: number) => ({ amount, currency });
  const tax = today - order.total.amount;
  return {
    ...order,
    ...(tax >= 0 ? { tax: money(tax), total: money(today) } : {}),
    renewal:
      order.renewal === null || renewal === null
        ? order.renewal
        : { ...order.renewal, amount: money(renewal) },
  };
}

interface PaymentSheetProps {
  readonly order: Order;
  /** The class of the element for the provider's frame. */
  readonly frameTarget: string;
  readonly onClose: () => void;
}

/**
 * The payment dialog of an order: its contents, today's cost and the renewal, above the provider's frame. The provider's renewal date
 * lacks free months, so the terms are ours (decision 29).
 */
function PaymentSheet({ order, frameTarget, onClose }: PaymentSheetProps) {
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => headline.current?.focus(), []);
  const frame = useRef<HTMLDivElement>(null);
  const isLoaded = useFrameLoaded(frame);
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-label={texts.stepPay}
      className="fixed inset-0 z-50 overflow-y-auto bg-[#05070d]/60"
    >
      <div className="mx-auto flex min-h-dvh max-w-md flex-col gap-5 bg-ground py-6 sm:my-8 sm:min-h-0 sm:rounded-control sm:border sm:border-line">
        <div className="flex items-baseline justify-between gap-6 px-6">
          <h2 ref={headline} tabIndex={-1} className="m-0 text-[1.375rem] leading-tight outline-none">
            {texts.stepPay}
          </h2>
          <button type="button" onClick={onClose} className={linkActionClasses}>
            {texts.close}
          </button>
        </div>
        <div className="flex flex-col gap-5 px-6">
          <OrderLines order={order} />
          <p className="m-0 text-small text-quiet">{renewalText(order) ?? texts.once}</p>
        </div>
        {/* The provider requires an inner width of at least 312 px. */}
        <div ref={frame} className={`${frameTarget} px-1 min-[22.5rem]:px-6`} />
        {/* Below the frame, so that its end moves nothing. */}
        {!isLoaded && (
          <div className="px-6">
            <LoadingNote words={texts.loadingForm} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Returns whether a frame that the provider has put into the element has loaded. */
function useFrameLoaded(place: RefObject<HTMLElement | null>): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const element = place.current;
    const loaded = () => setLoaded(true);
    // The event does not bubble.
    element?.addEventListener('load', loaded, true);
    return () => element?.removeEventListener('load', loaded, true);
  }, [place]);
  return isLoaded;
}

export type PaymentMethod = NonNullable<Order['method']>;

/**
 * Opens the provider's checkout for an order and resolves with how it was left. A second call opens the same
 * checkout, since an order has only one. No Idempotency-Key: it would return the open checkout of an order
 * that another tab has paid.
 */
export async function pay(orderId: string, method: PaymentMethod): Promise<'completed' | 'closed'> {
  const { order } = await call(api.payOrder, {
    params: { id: orderId },
    body: { method },
  });
  if (order.checkout === null) throw new ReadableError(failureTexts.paymentNotStarted);
  const { checkout } = order;
  if (checkout.provider === 'coingate') {
    rememberOpenOrder(order.id);
    return leaveFor(checkout.paymentUrl);
  }
  const end = await openCheckout({
    ...checkout,
    method: method === 'paypal' ? method : 'card',
    openSheet: (leave) => openSheet(order, leave),
  });
  if (end === 'completed') rememberOpenOrder(order.id);
  return end;
}

/**
 * Opens a page of the provider, which returns to the order. Resolves only if the browser's back button restores this page from its
 * cache.
 */
function leaveFor(address: string): Promise<'closed'> {
  location.assign(address);
  return new Promise((resolve) => {
    addEventListener('pageshow', () => resolve('closed'), { once: true });
  });
}
