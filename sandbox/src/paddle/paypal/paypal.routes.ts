import type { FastifyInstance, FastifyReply } from 'fastify';
import { LOOPBACK_ANCESTORS } from '../../platform/loopback.ts';
import { queryOf } from '../api/replies.ts';
import { missingCheckoutPage } from '../checkout/checkout-page.ts';
import { presentationOf } from '../checkout/presentation.ts';
import type { PaddleWorld } from '../world.ts';
import { paypalPage } from './paypal-page.ts';
import { answerPaypal } from './paypal.ts';

type Attempt = { Params: { attempt: string }; Body: { approved?: string; payer_email?: string } };

const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  `form-action 'self'; frame-ancestors ${LOOPBACK_ANCESTORS}`;

/** The page in PayPal's place. It leads back to the checkout, which says what came of it. */
export function paypalRoutes(app: FastifyInstance, world: PaddleWorld): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<Attempt>('/paypal/:attempt', (request, reply) => {
    const waiting = world.state.challenges[request.params.attempt];
    const transaction = world.state.transactions[waiting?.transactionId ?? ''];
    const how = presentationOf(request);
    return waiting?.method.details.type !== 'paypal' || transaction === undefined
      ? sendFramed(reply, missingCheckoutPage(request.params.attempt, how).html, 404)
      : sendFramed(reply, paypalPage(transaction, waiting.method, how).html);
  });

  app.post<Attempt>('/paypal/:attempt', (request, reply) => {
    const { attempt } = request.params;
    const waiting = world.state.challenges[attempt];
    if (waiting?.method.details.type !== 'paypal') {
      return sendFramed(reply, missingCheckoutPage(attempt, presentationOf(request)).html, 404);
    }
    const approved = request.body.approved === 'yes';
    const answer = { attempt_id: attempt, approved, payer_email: request.body.payer_email ?? null };
    answerPaypal(world, waiting.transactionId, answer, { display_mode: 'overlay', theme: 'light' });
    const back = new URLSearchParams({ ...queryOf(request), paypal: approved ? 'approved' : 'canceled' });
    return reply.redirect(`/paddle/checkout/${waiting.transactionId}?${back.toString()}`, 303);
  });
}

function sendFramed(reply: FastifyReply, content: string, status = 200): FastifyReply {
  return reply
    .status(status)
    .header('content-security-policy', CONTENT_POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(content);
}
