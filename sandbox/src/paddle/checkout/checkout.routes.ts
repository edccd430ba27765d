import type { FastifyInstance } from 'fastify';
import { readBrowserScript } from '../../platform/customer-page.ts';
import { LOOPBACK_ANCESTORS } from '../../platform/loopback.ts';
import { PaddleError } from '../api/paddle-error.ts';
import { idOf } from '../api/replies.ts';
import { completePaypal, payByPaypal } from '../paypal/paypal.ts';
import type { PaddleContext } from '../context.ts';
import type { CheckoutData } from './browser/checkout-data.ts';
import { checkoutPage, missingCheckoutPage, presentationOf } from './checkout-page.ts';
import { completeChallenge, payByCard } from './pay.ts';

const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  `form-action 'self'; frame-ancestors ${LOOPBACK_ANCESTORS}`;

const SETTINGS: CheckoutData['settings'] = { display_mode: 'overlay', theme: 'light' };

/** Paddle.js and the hosted checkout that it frames. Requires no API key, as browsers call it. */
export function checkoutRoutes(app: FastifyInstance, context: PaddleContext): void {
  const paddleJs = readBrowserScript(import.meta.url, './browser/paddle.ts');
  const checkoutJs = readBrowserScript(import.meta.url, './browser/checkout.ts');
  const missingJs = readBrowserScript(import.meta.url, './browser/missing.ts');

  app.get('/paddle.js', (_request, reply) =>
    reply.header('cross-origin-resource-policy', 'cross-origin').type('text/javascript').send(paddleJs),
  );
  app.get('/checkout.js', (_request, reply) => reply.type('text/javascript').send(checkoutJs));
  app.get('/missing.js', (_request, reply) => reply.type('text/javascript').send(missingJs));

  app.get('/checkout/:id', (request, reply) => {
    const transaction = context.state.transactions[idOf(request)];
    const page =
      transaction === undefined
        ? missingCheckoutPage(idOf(request), presentationOf(request))
        : checkoutPage(context, transaction, presentationOf(request));
    return reply
      .status(transaction === undefined ? 404 : 200)
      .header('content-security-policy', CONTENT_POLICY)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.html);
  });

  app.post('/checkout/:id/pay', (request) => payByCard(context, idOf(request), request.body, SETTINGS));
  app.post('/checkout/:id/paypal', (request) => payByPaypal(context, idOf(request), request.body, SETTINGS));
  app.post('/checkout/:id/paypal/answer', (request) =>
    completePaypal(context, idOf(request), request.body, SETTINGS),
  );
  app.post('/checkout/:id/authenticate', (request) =>
    completeChallenge(context, idOf(request), request.body, SETTINGS),
  );

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof PaddleError)) throw error;
    return reply.status(error.status).send({ kind: 'unavailable', message: error.message });
  });
}
