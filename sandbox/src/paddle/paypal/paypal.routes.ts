import type { FastifyInstance, FastifyReply } from 'fastify';
import { LOOPBACK_ANCESTORS } from '../../platform/loopback.ts';
import { queryOf } from '../api/replies.ts';
import { missingCheckoutPage, type Presentation, presentationOf } from '../checkout/checkout-page.ts';
import type { PaddleContext } from '../context.ts';
import { completePaypal } from './paypal.ts';
import { formatMoney } from '@comet/foundation';
import { type Html, html } from '../../platform/html.ts';
import type { SavedMethod } from '../state.ts';
import type { Transaction } from '../wire.ts';

type Attempt = { Params: { attempt: string }; Body: { approved?: string; payer_email?: string } };

const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  `form-action 'self'; frame-ancestors ${LOOPBACK_ANCESTORS}`;

/** The simulated PayPal page. It returns to the checkout, which shows the result. */
export function paypalRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<Attempt>('/paypal/:attempt', (request, reply) => {
    const waiting = context.state.challenges[request.params.attempt];
    const transaction = context.state.transactions[waiting?.transactionId ?? ''];
    const how = presentationOf(request);
    return waiting?.method.details.type !== 'paypal' || transaction === undefined
      ? sendFramed(reply, missingCheckoutPage(request.params.attempt, how).html, 404)
      : sendFramed(reply, paypalPage(transaction, waiting.method, how).html);
  });

  app.post<Attempt>('/paypal/:attempt', (request, reply) => {
    const { attempt } = request.params;
    const waiting = context.state.challenges[attempt];
    if (waiting?.method.details.type !== 'paypal') {
      return sendFramed(reply, missingCheckoutPage(attempt, presentationOf(request)).html, 404);
    }
    const approved = request.body.approved === 'yes';
    const result = { attempt_id: attempt, approved, payer_email: request.body.payer_email ?? null };
    completePaypal(context, waiting.transactionId, result, { display_mode: 'overlay', theme: 'light' });
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

/** The simulated PayPal page: seller, amount, and account. */
function paypalPage(transaction: Transaction, method: SavedMethod, how: Presentation): Html {
  const due = Number(transaction.details?.totals?.grand_total ?? 0);
  const recurs = transaction.items.some((item) => item.price?.billing_cycle);
  return html`<!doctype html>
<html lang="en" data-mode="${how.mode}" data-theme="${how.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PayPal, played by the sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/customer.css">
</head>
<body><div class="stage"><main class="sheet">
<p class="played">The sandbox plays PayPal here. No money moves.</p>
<p class="paypal">PayPal</p>
<p class="quiet">Comet VPN asks for</p>
<h1>${formatMoney({ amount: due, currency: 'USD' })}</h1>
${recurs ? html`<p class="quiet">and may charge this account again when the subscription renews.</p>` : ''}
<form method="post">
<div class="field"><label for="payer_email">PayPal account</label>
<input id="payer_email" name="payer_email" type="email" autocomplete="off" value="${method.details.paypal?.email ?? ''}" required></div>
<button class="button" name="approved" value="yes">Approve</button>
<button class="button second" name="approved" value="no" formnovalidate>Cancel and go back</button>
</form>
</main></div></body>
</html>`;
}
