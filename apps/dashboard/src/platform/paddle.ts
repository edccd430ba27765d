import type { Paddle, PaddleEventData } from '@paddle/paddle-js';
import { failureTexts, ReadableError } from '@comet/texts';

interface CheckoutToOpen {
  readonly scriptUrl: string;
  readonly clientToken: string;
  readonly transactionId: string;
  readonly method: 'card' | 'paypal';
}

/** How the overlay was left. Neither grants anything: the order's state comes from the API alone. */
type CheckoutEnd = 'completed' | 'closed';

let loading: Promise<Paddle> | null = null;
let listen: (event: PaddleEventData) => void = () => {};

/**
 * Opens Paddle's overlay over the page and tells how it was left. Throws a ReadableError when Paddle cannot be reached
 * or refuses the transaction. The browser's own button back closes it, as it closes any other layer. https://developer.paddle.com/paddlejs/methods/paddle-checkout-open
 */
export async function openCheckout(checkout: CheckoutToOpen): Promise<CheckoutEnd> {
  const paddle = await loadPaddle(checkout);
  // Only what is open can be closed, so the listener goes when the overlay does.
  const left = new AbortController();
  addEventListener('popstate', () => paddle.Checkout.close(), { signal: left.signal });
  const ended = new Promise<CheckoutEnd>((resolve, reject) => {
    listen = (event) => {
      const name: string | undefined = event.name;
      if (name === 'checkout.completed') {
        // First, since closing the overlay reports itself as well.
        resolve('completed');
        paddle.Checkout.close();
      } else if (name === 'checkout.closed') {
        resolve('closed');
      } else if (name === 'checkout.error') {
        reject(new ReadableError(failureTexts.paymentNotStarted));
      }
    };
    paddle.Checkout.open({
      transactionId: checkout.transactionId,
      settings: {
        displayMode: 'overlay',
        theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
        locale: 'en',
        allowedPaymentMethods: [checkout.method],
      },
    });
  });
  return ended.finally(() => left.abort());
}

function loadPaddle({ scriptUrl, clientToken }: CheckoutToOpen): Promise<Paddle> {
  loading ??= loadScript(scriptUrl).then(() => {
    const paddle = window.Paddle;
    if (paddle === undefined) throw new ReadableError(failureTexts.paddleUnavailable);
    // Paddle's own test tokens begin like this, and live only in its sandbox environment.
    if (clientToken.startsWith('test_')) paddle.Environment.set('sandbox');
    paddle.Initialize({ token: clientToken, eventCallback: (event) => listen(event) });
    return paddle;
  });
  // A failed load may succeed the next time it is asked for.
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
