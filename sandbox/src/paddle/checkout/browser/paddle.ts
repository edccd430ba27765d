import type { CheckoutData, CheckoutError, CheckoutEventName, FrameMessage } from './checkout-data.ts';

/** The part of Paddle.js (v2) that a shop needs: https://developer.paddle.com/paddlejs/overview */
(() => {
  type Settings = {
    displayMode?: 'overlay' | 'inline';
    theme?: 'light' | 'dark';
    successUrl?: string;
    frameTarget?: string;
    frameStyle?: string;
    frameInitialHeight?: number;
    allowedPaymentMethods?: readonly string[];
  };
  type PaddleEvent =
    | { name: CheckoutEventName; data: CheckoutData }
    | ({ name: 'checkout.error' } & CheckoutError);
  type SetupOptions = {
    token?: string;
    environment?: string;
    eventCallback?: (event: PaddleEvent) => void;
    checkout?: { settings?: Settings };
  };
  type OpenOptions = { transactionId?: string; settings?: Settings };
  type Checkout = {
    data: CheckoutData | null;
    frame: HTMLIFrameElement;
    settings: Settings;
    before: Element | null;
    overflow: string;
  };

  const script = document.currentScript;
  const here = new URL(script instanceof HTMLScriptElement ? script.src : location.href);
  const base = here.href.replace(/\/paddle\.js.*$/, '');
  let setup: SetupOptions | null = null;
  let open: Checkout | null = null;

  function initialize(options: SetupOptions): void {
    if (typeof options?.token !== 'string' || options.token === '') {
      throw new Error('[PADDLE BILLING] You must specify a client-side token in Paddle.Initialize().');
    }
    setup = options;
    paddle.Initialized = true;
    // A payment link (`_ptxn`) opens its checkout automatically.
    const linked = new URLSearchParams(location.search).get('_ptxn');
    if (linked !== null) openCheckout({ transactionId: linked });
  }

  function openCheckout(options: OpenOptions): void {
    if (setup === null) throw new Error('[PADDLE BILLING] Call Paddle.Initialize() first.');
    if (typeof options?.transactionId !== 'string') {
      emit({
        name: 'checkout.error',
        type: 'front-end_error',
        code: 'validation',
        detail: 'The sandbox opens a checkout by transactionId.',
        documentation_url: 'https://developer.paddle.com/paddlejs/methods/paddle-checkout-open',
      });
      return;
    }
    close();
    const settings = { ...setup.checkout?.settings, ...options.settings };
    const inline = settings.displayMode === 'inline';
    const theme = settings.theme ?? 'light';
    const address = new URL(`${base}/checkout/${encodeURIComponent(options.transactionId)}`);
    address.searchParams.set('origin', location.origin);
    address.searchParams.set('mode', inline ? 'inline' : 'overlay');
    address.searchParams.set('theme', theme);
    if (settings.allowedPaymentMethods !== undefined)
      address.searchParams.set('methods', settings.allowedPaymentMethods.join(','));
    const frame = document.createElement('iframe');
    frame.name = 'paddle_frame';
    frame.title = 'Checkout';
    frame.className = inline ? 'paddle-frame-inline' : 'paddle-frame paddle-frame-overlay';
    frame.allow = 'payment';
    frame.src = address.href;
    if (inline) {
      frame.setAttribute(
        'style',
        settings.frameStyle ?? 'width: 100%; border: none; background: transparent',
      );
      frame.style.height = `${settings.frameInitialHeight ?? 450}px`;
    } else {
      frame.setAttribute(
        'style',
        'position: fixed; inset: 0; z-index: 2147483647; width: 100%; height: 100%; border: none; background: transparent',
      );
    }
    // Browsers paint a frame opaque if its colour scheme differs from the page's.
    frame.style.colorScheme = theme;
    const host = inline
      ? document.querySelector(`.${CSS.escape(settings.frameTarget ?? '')}`)
      : document.body;
    if (host === null)
      throw new Error('[PADDLE BILLING] The frameTarget of an inline checkout was not found.');
    open = {
      data: null,
      frame,
      settings,
      before: document.activeElement,
      overflow: document.body.style.overflow,
    };
    if (!inline) document.body.style.overflow = 'hidden';
    frame.addEventListener('load', () => frame.focus());
    host.append(frame);
  }

  function close(): void {
    if (open === null) return;
    const { frame, before, overflow } = open;
    open = null;
    frame.remove();
    document.body.style.overflow = overflow;
    if (before instanceof HTMLElement) before.focus();
  }

  /** Closes the checkout for the shop, which also receives `checkout.closed`. */
  function closeCheckout(): void {
    const data = open?.data ?? null;
    close();
    if (data !== null) emit({ name: 'checkout.closed', data });
  }

  function emit(event: PaddleEvent): void {
    setup?.eventCallback?.(event);
  }

  window.addEventListener('message', (event: MessageEvent<FrameMessage>) => {
    if (open === null || event.origin !== here.origin || event.source !== open.frame.contentWindow) return;
    const message = event.data;
    if (message?.source !== 'paddle-checkout') return;
    if (message.name === 'frame.height') {
      if (open.settings.displayMode === 'inline') open.frame.style.height = `${message.height}px`;
      return;
    }
    if (message.name === 'checkout.error') {
      close();
      emit({ name: message.name, ...message.error });
      return;
    }
    const { successUrl } = open.settings;
    open.data = message.data;
    if (message.name === 'checkout.closed') close();
    emit({ name: message.name, data: message.data });
    if (message.name === 'checkout.completed' && successUrl) location.assign(successUrl);
  });

  const paddle = {
    Initialized: false,
    Version: 'v1',
    Status: { libraryVersion: '2.0.0-sandbox' },
    Initialize: initialize,
    Setup: initialize,
    Update(options: Partial<SetupOptions>): void {
      setup = { ...setup, ...options };
    },
    Environment: {
      /** The sandbox has only one environment. */
      set(): void {},
    },
    Checkout: { open: openCheckout, close: closeCheckout },
    Spinner: { show(): void {}, hide(): void {} },
  };
  Object.assign(window, { Paddle: paddle, PaddleBillingV1: paddle });
})();
