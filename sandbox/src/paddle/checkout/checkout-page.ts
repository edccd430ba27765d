import { addCycle } from '../billing-period.ts';
import { type Html, html } from '../../platform/html.ts';
import type { BillingCycle, Transaction } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { amount, cardForm, changesMethod, type CheckoutMethod, checkoutMethods } from './card-form.ts';
import { checkoutData } from './checkout-data.ts';
import { isPayable } from './pay.ts';
import type { FastifyRequest } from 'fastify';
import { isLoopbackOrigin } from '../../platform/loopback.ts';
import { queryOf } from '../api/replies.ts';

/** Presentation of the checkout: overlay, inline, or a separate page. */
export interface Presentation {
  readonly mode: 'overlay' | 'inline' | 'page';
  readonly theme: 'light' | 'dark';
  /** The offered payment methods, as `allowedPaymentMethods` of Paddle.js lists them. */
  readonly methods: readonly CheckoutMethod[];
  /** The framing page's origin, which receives events; null if there is none. */
  readonly origin: string | null;
  /** Result with which the customer returns from PayPal; null if not returning. */
  readonly returned: 'approved' | 'canceled' | null;
}

/** The checkout page of a transaction. */
export function checkoutPage(context: PaddleContext, transaction: Transaction, how: Presentation): Html {
  const payable = isPayable(transaction);
  const email = context.state.customers[transaction.customer_id ?? '']?.email ?? null;
  const display = { display_mode: how.mode === 'inline' ? 'inline' : 'overlay', theme: how.theme } as const;
  const data = checkoutData(context, transaction, display);
  const start = {
    data,
    origin: how.origin,
    returned: payable === (how.returned === 'approved') ? null : how.returned,
  };
  return html`<!doctype html>
<html lang="en" data-mode="${how.mode}" data-theme="${how.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/customer.css">
<script type="application/json" id="start">${{ html: JSON.stringify(start).replaceAll('<', '\\u003c') }}</script>
<script type="module" src="/paddle/checkout.js"></script>
</head>
<body>
<div class="stage">
<main class="sheet"${how.mode === 'overlay' ? html` role="dialog" aria-modal="true" aria-label="Checkout"` : ''}>
${how.mode === 'inline' ? html`<h1 class="form-name">Payment details</h1>` : summary(context, transaction, how)}
${cardForm(transaction, { email, payable, methods: how.methods })}
${challengePanel}
${donePanel(transaction, payable, how)}
</main>
</div>
</body>
</html>`;
}

/**
 * Items and renewal. An inline checkout has only the form; the shop's page shows the rest:
 * https://developer.paddle.com/concepts/sell/branded-integrated-inline-checkout
 */
function summary(context: PaddleContext, transaction: Transaction, how: Presentation): Html {
  return html`<div class="top"><p class="quiet">Due today</p>${how.mode === 'overlay' ? closeButton : ''}</div>
<h1>${amount(transaction.details?.totals?.grand_total)}</h1>
<ul class="lines">${lines(transaction, context.now())}${discountLine(context, transaction)}</ul>`;
}

/** The page of a missing checkout; a framing page is notified instead. */
export function missingCheckoutPage(id: string, how: Presentation): Html {
  return html`<!doctype html>
<html lang="en" data-mode="page" data-theme="${how.theme}" data-origin="${how.origin ?? ''}" data-detail="Entity ${id} not found">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Checkout</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/customer.css">
<script type="module" src="/paddle/missing.js"></script></head>
<body><div class="stage"><main class="sheet"><h2>This checkout does not exist</h2><p>Go back to the shop and start again.</p></main></div></body></html>`;
}

const closeButton = html`<button class="close" type="button" data-close aria-label="Close checkout">
<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path d="M3 3l12 12M15 3L3 15" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/></svg>
</button>`;

function lines(transaction: Transaction, now: Date): Html[] {
  return transaction.items.map((item, index) => {
    const line = transaction.details?.line_items[index];
    const name = line?.product?.name ?? item.price?.description ?? '';
    const label = item.quantity === 1 ? name : `${name} × ${item.quantity}`;
    return html`<li><span>${label}<small>${terms(item, now)}</small></span><span>${amount(line?.totals?.subtotal)}</span></li>`;
  });
}

function discountLine(context: PaddleContext, transaction: Transaction): Html {
  const off = transaction.details?.totals?.discount ?? '0';
  const discount = context.state.discounts[transaction.discount_id ?? ''];
  if (discount === undefined || off === '0') return html``;
  return html`<li><span>${discount.description}</span><span>−${amount(off)}</span></li>`;
}

function terms(item: Transaction['items'][number], now: Date): string {
  const { price } = item;
  if (!price?.billing_cycle) return price?.description ?? '';
  const each = amount(String(Number(price.unit_price.amount) * item.quantity));
  const starts = addCycle(now, price.trial_period ?? price.billing_cycle);
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(starts);
  return `${price.trial_period ? `Free until ${date}, then` : `Renews on ${date} at`} ${each} ${every(price.billing_cycle)}`;
}

function every(cycle: BillingCycle): string {
  return cycle.frequency === 1 ? `a ${cycle.interval}` : `every ${cycle.frequency} ${cycle.interval}s`;
}

const challengePanel = html`<section id="challenge" aria-labelledby="challenge-title" hidden>
<h2 id="challenge-title">Your bank asks: is it you?</h2>
<p class="quiet">With a real card, 3-D Secure would send you to your bank now.</p>
<button class="button" id="confirm" type="button">Confirm payment</button>
<button class="button second" id="refuse" type="button">Refuse</button>
</section>`;

function donePanel(transaction: Transaction, payable: boolean, how: Presentation): Html {
  const gone = transaction.status === 'canceled';
  return html`<section id="done" aria-labelledby="done-title"${payable ? html` hidden` : ''}>
${gone ? '' : tick}
<h2 id="done-title" tabindex="-1">${gone ? 'This checkout is no longer open' : changesMethod(transaction) ? 'Payment method saved' : 'Payment received'}</h2>
<p class="quiet">${gone ? 'Nothing was charged. Start again in the shop.' : 'You can go back now. The shop is notified automatically.'}</p>
${how.mode === 'overlay' ? html`<button class="button" type="button" data-close>Close</button>` : ''}
</section>`;
}

const tick = html`<svg class="tick" viewBox="0 0 48 48" fill="none" aria-hidden="true"><circle cx="24" cy="24" r="22" stroke="currentColor" stroke-width="2.5"/><path d="M15 24.5l6.5 6.5L33.5 18" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Returns the presentation of a checkout request, and whether the customer returns from PayPal. */
export function presentationOf(request: FastifyRequest): Presentation {
  const { mode, theme, origin, paypal, methods = '' } = queryOf(request);
  const allowed = checkoutMethods.filter((method) => methods.split(',').includes(method));
  return {
    mode: mode === 'overlay' || mode === 'inline' ? mode : 'page',
    theme: theme === 'dark' ? 'dark' : 'light',
    methods: allowed.length === 0 ? checkoutMethods : allowed,
    origin: origin !== undefined && isLoopbackOrigin(origin) ? origin : null,
    returned: paypal === 'approved' || paypal === 'canceled' ? paypal : null,
  };
}
