import type { FastifyInstance } from 'fastify';
import { sendCustomerPage, customerPage } from '../../platform/customer-page.ts';
import { fieldsOf } from '../api/fields.ts';
import { idOf, one } from '../api/replies.ts';
import { customerById } from '../customers/customers.ts';
import { scheduleCancellation } from '../subscriptions/change-subscription.ts';
import { methodChange } from '../subscriptions/method-change.ts';
import type { Customer, Subscription, PaymentMethodDetails } from '../wire.ts';
import type { PaddleContext } from '../context.ts';
import { createPortalSession, customerOfToken } from './session.ts';
import { formatMoney } from '@comet/foundation';
import { type Html, html } from '../../platform/html.ts';
import { invoiceUrl } from '../invoices/invoices.routes.ts';

const BILLED: readonly string[] = ['active', 'trialing', 'past_due'];

/** The overview of a customer's subscriptions and invoices. */
function overviewPage(context: PaddleContext, customer: Customer, token: string): Html {
  const subscriptions = Object.values(context.state.subscriptions).filter(
    (subscription) => subscription.customer_id === customer.id,
  );
  return customerPage(
    'Your purchases',
    html`<p class="quiet">Sandbox: Paddle's customer portal for ${customer.email}</p>
<h1>Your purchases</h1>
<h2>Subscriptions</h2>
${subscriptions.length === 0 ? html`<p class="quiet">None.</p>` : ''}
<ul class="lines">${subscriptions.toReversed().map((each) => subscriptionRow(context, each, token))}</ul>
<h2>Invoices</h2>
${invoices(context, customer)}`,
  );
}

/** The confirmation page of a cancellation. */
function cancelPage(subscription: Subscription, token: string): Html {
  const ends = subscription.current_billing_period?.ends_at ?? subscription.next_billed_at ?? '';
  return customerPage(
    'Cancel subscription',
    html`<p class="quiet">Sandbox: Paddle's customer portal</p>
<h1>Cancel ${nameOf(subscription)}?</h1>
<p>It works until ${day(ends)} and is not charged again.</p>
<form method="post"><button class="button">Cancel subscription</button></form>
<p><a class="button second" href="?action=overview&amp;token=${token}">Keep it</a></p>`,
  );
}

/** The page for an unknown or expired link. */
function closedPage(): Html {
  return customerPage(
    'This link no longer works',
    html`<h1>This link no longer works</h1><p>Open the portal again from the shop.</p>`,
  );
}

function subscriptionRow(context: PaddleContext, subscription: Subscription, token: string): Html {
  const link = (action: string): string =>
    `?action=${action}&subscription_id=${subscription.id}&token=${token}`;
  const method = context.state.savedMethods[context.state.billing[subscription.id]?.methodId ?? ''];
  const change = subscription.scheduled_change;
  return html`<li class="stacked"><span>${nameOf(subscription)}<small>${state(subscription)}${method === undefined ? '' : `, ${methodText(method.details)}`}</small></span>
${
  BILLED.includes(subscription.status)
    ? html`<span class="acts"><a href="${link('update_subscription_payment_method')}">Change payment method</a>
${change ? '' : html`<a href="${link('cancel_subscription')}">Cancel</a>`}</span>`
    : ''
}</li>`;
}

function invoices(context: PaddleContext, customer: Customer): Html {
  const paid = Object.values(context.state.transactions).filter(
    (transaction) => transaction.customer_id === customer.id && transaction.invoice_id,
  );
  if (paid.length === 0) return html`<p class="quiet">None yet.</p>`;
  return html`<ul class="lines">${paid.toReversed().map(
    (transaction) =>
      html`<li><a href="${invoiceUrl(context, transaction)}?disposition=inline">${transaction.invoice_number ?? ''}</a>
<span>${day(transaction.billed_at ?? transaction.created_at)}</span>
<span>${formatMoney({ amount: Number(transaction.details?.totals?.grand_total ?? 0), currency: 'USD' })}</span></li>`,
  )}</ul>`;
}

function nameOf(subscription: Subscription): string {
  return subscription.items.map((item) => item.product.name).join(', ');
}

function state({ status, scheduled_change: change, next_billed_at: next }: Subscription): string {
  if (change?.action === 'cancel') return `Ends on ${day(change.effective_at)}`;
  if (status === 'past_due') return 'The last payment failed';
  return next ? `${status === 'trialing' ? 'Free until' : 'Renews on'} ${day(next)}` : 'Ended';
}

function methodText({ card, paypal }: PaymentMethodDetails): string {
  if (card) return `${card.type} ending in ${card.last4}`;
  return paypal ? `PayPal ${paypal.email}` : '';
}

function day(iso: string): string {
  if (iso === '') return '';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}

type Link = { Querystring: { action?: string; subscription_id?: string; token?: string } };

/** https://developer.paddle.com/api-reference/customer-portals */
export function portalSessionRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.post('/customers/:id/portal-sessions', (request, reply) => {
    const customer = customerById(context, idOf(request));
    const fields = fieldsOf(request.body);
    const subscriptionIds = fields.texts('subscription_ids') ?? [];
    fields.check();
    return reply.status(201).send(one(request, createPortalSession(context, customer, subscriptionIds)));
  });
}

/** The portal, authenticated by the link's token. */
export function portalRoutes(app: FastifyInstance, context: PaddleContext): void {
  app.get<Link>('/portal', (request, reply) => {
    const { action, token = '' } = request.query;
    const customer = customerOfToken(context, token);
    if (customer === null) return sendCustomerPage(reply, closedPage(), 404);
    const subscription = subscriptionOf(customer, request.query.subscription_id);
    if (subscription === null || action === 'overview') {
      return sendCustomerPage(reply, overviewPage(context, customer, token));
    }
    return action === 'update_subscription_payment_method'
      ? reply.redirect(`/paddle/checkout/${methodChange(context, subscription).id}`)
      : sendCustomerPage(reply, cancelPage(subscription, token));
  });

  app.post<Link>('/portal', (request, reply) => {
    const { token = '' } = request.query;
    const customer = customerOfToken(context, token);
    if (customer === null) return sendCustomerPage(reply, closedPage(), 404);
    const subscription = subscriptionOf(customer, request.query.subscription_id);
    if (subscription !== null && !subscription.scheduled_change) scheduleCancellation(context, subscription);
    return reply.redirect(
      `/paddle/portal?${new URLSearchParams({ action: 'overview', token }).toString()}`,
      303,
    );
  });

  /** Returns the customer's own, not cancelled subscription; else null. */
  function subscriptionOf(customer: Customer, id: string | undefined): Subscription | null {
    const subscription = context.state.subscriptions[id ?? ''];
    if (subscription?.customer_id !== customer.id || subscription.status === 'canceled') return null;
    return subscription;
  }
}
