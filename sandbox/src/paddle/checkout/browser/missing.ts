import type { FrameMessage } from './checkout-data.ts';

/** Notifies Paddle.js of a missing transaction; Paddle.js removes the frame. */
const { origin, detail } = document.documentElement.dataset;
const message: FrameMessage = {
  source: 'paddle-checkout',
  name: 'checkout.error',
  error: {
    type: 'request_error',
    code: 'not_found',
    detail: detail ?? '',
    documentation_url: 'https://developer.paddle.com/errors/shared/not_found',
  },
};
if (origin && window.parent !== window) window.parent.postMessage(message, origin);
