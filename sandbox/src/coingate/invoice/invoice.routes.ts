import type { FastifyInstance } from 'fastify';
import { CoingateError, recordNotFound } from '../api/coingate-error.ts';
import { sendCustomerPage, customerPage } from '../../platform/customer-page.ts';
import { ORDER_ACTIONS, type OrderAction, applyAction } from '../orders/order-actions.ts';
import { orderResponse, balance, unitsOf } from '../orders/order-response.ts';
import type { StoredOrder, Choice } from '../state.ts';
import type { CoingateContext } from '../context.ts';
import { formatMoney } from '@comet/foundation';
import { type Html, html } from '../../platform/html.ts';
import { CURRENCIES } from '../currencies/currencies.ts';
import { formatUnits, minorUnits } from '../decimal.ts';

/** The hosted payment page of an order: choice of a coin, then simulation of wallet and blockchain. */
function invoicePage(context: CoingateContext, order: StoredOrder, problem: string | null): Html {
  return customerPage(
    'Pay with crypto',
    html`<p class="quiet">Sandbox: no coins move. Order ${order.orderId || String(order.id)}</p>
<h1>${formatMoney({ amount: minorUnits(unitsOf(order.priceAmount)), currency: order.priceCurrency })}</h1>
<ul class="lines"><li><span>${order.title || 'Payment'}${order.description === '' ? '' : html`<small>${order.description}</small>`}</span></li></ul>
${order.purchaserEmail === null ? '' : html`<p class="payer"><span class="quiet">Email</span><span>${order.purchaserEmail}</span></p>`}
${problem === null ? '' : html`<p class="alert" role="alert">${problem}</p>`}
${stage(context, order)}`,
  );
}

function stage(context: CoingateContext, order: StoredOrder): Html {
  switch (order.status) {
    case 'new':
      return currencyForm;
    case 'pending':
      return order.choice === null ? currencyForm : paymentInstructions(order, order.choice, context.now());
    case 'confirming':
      return html`<h2>Waiting for the blockchain</h2>
<p class="quiet">The coins were seen and wait to be confirmed. You may leave this page; the shop is notified automatically.</p>
${back(order.successUrl)}
${simulatorButtons(html`${button('confirm', 'Confirm')}${button('reject', 'Do not confirm', { second: true })}`)}`;
    case 'paid':
      return closedStage(order, 'Payment received', paidText(order), order.successUrl);
    case 'expired':
      return html`${closedStage(order, 'This payment expired', expiredText(order), order.cancelUrl)}${
        order.choice === null || balance(order).missing === 0n
          ? ''
          : simulatorButtons(button('pay', 'Pay after expiry', { second: true }))
      }`;
    case 'canceled':
      return closedStage(order, 'This payment was canceled', 'Nothing was charged.', order.cancelUrl);
    case 'invalid':
      return closedStage(
        order,
        'The payment was not confirmed',
        'The blockchain did not take it.',
        order.cancelUrl,
      );
    case 'refunded':
    case 'partially_refunded':
      return closedStage(order, 'Refunded', 'Coins went back to the customer.', order.successUrl);
  }
}

const currencyForm = html`<form method="post" action="">
<div class="field"><label for="currency">Pay with</label>
<select id="currency" name="currency">${CURRENCIES.filter((currency) => currency.merchant.pay).map(
  (currency) => html`<option value="${currency.symbol}">${currency.title} (${currency.symbol})</option>`,
)}</select></div>
<button class="button" formaction="?act=choose">Continue</button>
<button class="button second" formaction="?act=cancel">Cancel payment</button>
</form>
${simulatorButtons(button('expire', 'Let the time run out', { second: true }))}`;

function paymentInstructions(order: StoredOrder, choice: Choice, now: Date): Html {
  const { missing } = balance(order);
  const left = Math.max(0, Math.ceil((new Date(choice.expireAt).getTime() - now.getTime()) / 60_000));
  const partly = unitsOf(order.received) > 0n;
  return html`<p class="payer"><span class="quiet">${partly ? 'Still missing' : 'Send exactly'}</span><strong>${formatUnits(missing)} ${choice.symbol}</strong></p>
<p class="payer"><span class="quiet">To</span><span class="address">${choice.address}</span></p>
<p class="payer"><span class="quiet">Network</span><span>${networkOf(choice)}</span></p>
<p class="payer"><span class="quiet">Time left</span><span>${left} min</span></p>
${partly ? html`<p class="alert" role="alert">${order.received} ${choice.symbol} arrived. Send the rest in time, or the payment expires.</p>` : ''}
${simulatorButtons(html`${button('pay', partly ? 'Send the rest' : 'Pay in full')}
${button('pay', 'Pay, confirmed later', { second: true, confirm: false })}
${button('underpay', 'Pay too little', { second: true })}
${button('overpay', 'Pay too much', { second: true })}
${button('expire', 'Let the time run out', { second: true })}
${partly ? '' : button('cancel', 'Cancel payment', { second: true })}`)}`;
}

function closedStage(order: StoredOrder, title: string, text: string, url: string | null): Html {
  return html`<h2>${title}</h2><p class="quiet">${text}</p>${back(url)}`;
}

function paidText(order: StoredOrder): string {
  const { over: extra } = balance(order);
  const more = extra === 0n ? '' : ` ${formatUnits(extra)} ${order.choice?.symbol ?? ''} came in too much.`;
  return `${order.received} ${order.choice?.symbol ?? ''} arrived and were confirmed.${more}`;
}

function expiredText(order: StoredOrder): string {
  const received = unitsOf(order.received);
  return received === 0n
    ? 'Nothing arrived in time.'
    : `${order.received} ${order.choice?.symbol ?? ''} arrived, which is not the whole amount in time.`;
}

function networkOf(choice: Choice): string {
  const currency = CURRENCIES.find((each) => each.symbol === choice.symbol);
  return currency?.platforms.find((each) => each.id_name === choice.platform)?.title ?? choice.platform;
}

/** Buttons that simulate the wallet and the blockchain. */
function simulatorButtons(buttons: Html): Html {
  return html`<section class="levers" aria-label="Play the wallet and the blockchain"><p class="quiet">Play the wallet and the blockchain</p>${buttons}</section>`;
}

function button(action: string, label: string, how: { second?: boolean; confirm?: boolean } = {}): Html {
  return html`<form method="post" action="?act=${action}">${
    how.confirm === false ? html`<input type="hidden" name="confirm" value="false">` : ''
  }<button class="button${how.second === true ? ' second' : ''}">${label}</button></form>`;
}

function back(url: string | null): Html {
  return url === null ? html`` : html`<a class="button" href="${url}">Back to the shop</a>`;
}

type Invoice = { Params: { uuid: string }; Querystring: { act?: string } };

/**
 * Payment pages, without authentication. A form redirects to the page (or to the shop after a cancellation); a JSON request returns the
 * order.
 */
export function invoiceRoutes(app: FastifyInstance, context: CoingateContext): void {
  app.get<Invoice>('/invoice/:uuid', (request, reply) =>
    sendCustomerPage(reply, invoicePage(context, orderByUuid(request.params.uuid), null)),
  );

  app.post<Invoice>('/invoice/:uuid', (request, reply) => {
    const order = orderByUuid(request.params.uuid);
    const wantsPage = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    try {
      applyAction(context, order, parseAction(request.query.act), request.body);
    } catch (error) {
      if (wantsPage !== true || !(error instanceof CoingateError)) throw error;
      return sendCustomerPage(reply, invoicePage(context, order, error.message), error.status);
    }
    if (wantsPage !== true) return orderResponse(context, order);
    const leaves = request.query.act === 'cancel' && order.cancelUrl !== null;
    return reply.redirect(
      leaves && order.cancelUrl ? order.cancelUrl : `/coingate/invoice/${order.uuid}`,
      303,
    );
  });

  function orderByUuid(uuid: string): StoredOrder {
    const order = Object.values(context.state.orders).find((each) => each.uuid === uuid);
    if (order === undefined) throw recordNotFound('Invoice');
    return order;
  }
}

function parseAction(name: string | undefined): OrderAction {
  const known = ORDER_ACTIONS.find((candidate) => candidate === name);
  if (known === undefined) throw recordNotFound(`Act ${name ?? ''}`);
  return known;
}
