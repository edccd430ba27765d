import type { CheckoutEventsData, Paddle, PaddleEventData } from '@paddle/paddle-js';
import { failureTexts, ReadableError } from '@comet/texts';
import { makePageInert, removeOverlay } from '../screen/inert-page.ts';

interface CheckoutToOpen {
  readonly scriptUrl: string;
  readonly clientToken: string;
  readonly transactionId: string;
  readonly method: 'card' | 'paypal';
  /** Opens the sheet with the container of Paddle's frame. Its close button calls `leave`. */
  readonly openSheet: (leave: () => void) => CheckoutSheet;
}

/** Cost of an open checkout with tax, in the minor unit. `renewal` is null without renewal. */
export interface CheckoutTotals {
  readonly currency: string;
  readonly today: number;
  readonly renewal: number | null;
}

/** The dialog with Paddle's frame, and the terms above it. */
export interface CheckoutSheet {
  /** Class of the element that contains the frame. */
  readonly frameTarget: string;
  show(totals: CheckoutTotals): void;
  remove(): void;
}

/** How the checkout was closed. This grants nothing: the order's state comes from the API only. */
type CheckoutEnd = 'completed' | 'closed';

let loading: Promise<Paddle> | null = null;
let listen: (event: PaddleEventData) => void = () => {};

/**
 * Opens Paddle's checkout in a sheet over the page and resolves with how it was left. Paddle's own overlay would show a renewal date without
 * the free months; its inline frame leaves all terms to the page (decision 29). Throws a ReadableError when Paddle cannot be reached or
 * refuses the transaction. The browser's back button closes it, like any other layer, and so does Escape outside of the frame; an overlay
 * that disappears without an event counts as closed. https://developer.paddle.com/paddlejs/methods/paddle-checkout-open
 */
export async function openCheckout(checkout: CheckoutToOpen): Promise<CheckoutEnd> {
  const paddle = await loadPaddle(checkout);
  const { promise, resolve, reject } = Promise.withResolvers<CheckoutEnd>();
  const leave = () => {
    resolve('closed');
    closeOverlay(paddle);
  };
  // The listeners are removed with the overlay.
  const left = new AbortController();
  // A separate history entry, so that the back button returns to the page below instead of the one before it.
  history.pushState(history.state, '');
  let isGoneBack = false;
  addEventListener(
    'popstate',
    () => {
      isGoneBack = true;
      leave();
    },
    { signal: left.signal },
  );
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave();
  };
  addEventListener('keydown', onKey, { signal: left.signal });
  const giveBack = makePageInert(() => resolve('closed'));
  let sheet: CheckoutSheet | null = null;
  listen = (event) => {
    if (event.data !== undefined) sheet?.show(totalsOf(event.data));
    const name: string | undefined = event.name;
    if (name === 'checkout.completed') {
      // Set first, since closing the overlay triggers an event as well.
      resolve('completed');
      closeOverlay(paddle);
    } else if (name === 'checkout.closed') {
      resolve('closed');
    } else if (name === 'checkout.error') {
      reject(new ReadableError(failureTexts.paymentNotStarted));
    }
  };
  try {
    sheet = checkout.openSheet(leave);
    paddle.Checkout.open({
      transactionId: checkout.transactionId,
      settings: {
        displayMode: 'inline',
        frameTarget: sheet.frameTarget,
        frameInitialHeight: 450,
        frameStyle: 'width: 100%; min-width: 312px; border: none; background: transparent',
        theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
        locale: 'en',
        allowedPaymentMethods: [checkout.method],
        // Coupons are entered before; a payment with another discount would not match the order.
        showAddDiscounts: false,
      },
    });
    return await promise;
  } finally {
    sheet?.remove();
    left.abort();
    giveBack();
    if (!isGoneBack) await goBack();
  }
}

/** Paddle.js writes amounts in the major unit. */
function totalsOf({
  currency_code: currency,
  totals,
  recurring_totals: recurring,
}: CheckoutEventsData): CheckoutTotals {
  const minor = (amount: number) => Math.round(amount * 100);
  return { currency, today: minor(totals.total), renewal: recurring ? minor(recurring.total) : null };
}

/** Maximum time in ms for the browser to go back; a frame with its own history entries may consume the step. */
const BACK_MS = 500;

/** Removes the overlay's entry from the history and waits for it, because a navigation may follow. */
function goBack(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, BACK_MS);
    history.back();
  });
}

/** A failed script must not leave its overlay behind. */
function closeOverlay({ Checkout }: Paddle): void {
  try {
    Checkout.close();
  } catch {
    removeOverlay();
  }
}

function loadPaddle({ scriptUrl, clientToken }: CheckoutToOpen): Promise<Paddle> {
  loading ??= loadScript(scriptUrl).then(() => {
    const paddle = window.Paddle;
    if (paddle === undefined) throw new ReadableError(failureTexts.paddleUnavailable);
    // Paddle's test tokens have this prefix, and are valid only in its sandbox environment.
    if (clientToken.startsWith('test_')) paddle.Environment.set('sandbox');
    paddle.Initialize({ token: clientToken, eventCallback: (event) => listen(event) });
    return paddle;
  });
  // A failed load is retried at the next call.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new ReadableError(failureTexts.paddleUnavailable));
    });
    document.head.append(script);
  });
}
