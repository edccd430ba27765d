import { type Schedule, nextEvent } from '../../platform/schedule.ts';
import {
  type Coingate,
  type OrderAction,
  ACTIONS_BY_STATUS,
  CALLBACK_MODES,
  type StoredOrder,
} from '../../coingate/index.ts';
import type { Paddle } from '../../paddle/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/page.ts';
import { type ReleaseState, RELEASE_FAULTS } from '../../releases/index.ts';
import { paddleMoney, paddleSections } from './paddle-sections.ts';
import { moment, post, choice, deliveryForm, faultForm, table } from './parts.ts';
import { COMMON_FAULTS } from '../../platform/fault-injection.ts';

const LABELS: Readonly<Record<OrderAction, string>> = {
  choose: 'Choose',
  pay: 'Pay',
  underpay: 'Underpay',
  overpay: 'Overpay',
  send: 'Send',
  confirm: 'Confirm',
  reject: 'Reject',
  expire: 'Expire',
  cancel: 'Cancel',
};

/** Sections for CoinGate: orders with possible actions, refunds, callbacks and faults. */
function coingateSections({ context }: Coingate): Html {
  const { state } = context;
  const orders = Object.values(state.orders).toReversed().slice(0, 40);
  return html`${table(
    'Crypto orders',
    ['Order', 'Price', 'Status', 'Received', 'Let it happen'],
    orders.map((order) => [
      html`<a href="${context.invoicesUrl}/${order.uuid}">${order.orderId || String(order.id)}</a>`,
      html`${order.priceAmount} ${order.priceCurrency}`,
      html`${order.status}`,
      html`${order.choice === null ? '' : `${order.received} of ${order.choice.amount} ${order.choice.symbol}`}`,
      html`${actionButtons(order)}`,
    ]),
  )}
${table(
  'Crypto refunds',
  ['Order', 'Amount', 'To', 'Status'],
  orders.flatMap((order) =>
    order.refunds.map((refund) => [
      html`${order.orderId || String(order.id)}`,
      html`${refund.requestAmount} ${order.priceCurrency}`,
      html`${refund.refundAmount} ${refund.symbol} to ${refund.address}`,
      refund.status === 'pending'
        ? html`${decide('Approve', order, refund.id)} ${decide('Reject', order, refund.id)}`
        : html`${refund.status}`,
    ]),
  ),
)}
${table(
  'Crypto callbacks, newest first',
  ['Order', 'Status sent', 'Delivery', 'Last response'],
  state.callbacks
    .toReversed()
    .slice(0, 20)
    .map((callback) => [
      html`${state.orders[callback.orderId]?.orderId ?? String(callback.orderId)}`,
      html`${new URLSearchParams(callback.body).get('status') ?? ''}`,
      html`<span class="${callback.status === 'delivered' ? 'good' : 'bad'}">${callback.status}</span>`,
      html`${lastResponse(callback.attempts.at(-1))}`,
    ]),
)}
${deliveryForm('Delivery of crypto callbacks', '/control/coingate/delivery', CALLBACK_MODES, state.delivery)}
${faultForm("Calls of CoinGate's API", '/control/coingate/fault', COMMON_FAULTS, state.faults)}`;
}

function actionButtons(order: StoredOrder): Html[] {
  return ACTIONS_BY_STATUS[order.status].map(
    (action) => html`${post(LABELS[action], `/control/coingate/orders/${order.id}/${action}`)} `,
  );
}

function decide(label: 'Approve' | 'Reject', order: StoredOrder, refund: number): Html {
  return post(label, `/control/coingate/orders/${order.id}/refunds/${refund}/${label.toLowerCase()}`);
}

function lastResponse(
  attempt: { at: string; status_code: number | null; error: string | null } | undefined,
): string {
  if (attempt === undefined) return '';
  return `${attempt.status_code ?? attempt.error ?? ''} at ${moment(attempt.at)}`;
}

const DAY = 86_400;

/** The control page: time, money, and the providers' behaviour. */
export function controlPage(parts: {
  paddle: Paddle;
  coingate: Coingate | null;
  releases: ReleaseState;
  schedules: readonly Schedule[];
  now: Date;
}): Html {
  const { paddle, coingate, now } = parts;
  return page({
    title: 'Control',
    script: '/control/control.js',
    body: html`<header><h1>Control</h1><a href="/">Sandbox</a> <a href="/control/ledger">Ledger</a></header>
<main>
<p class="bad" id="note" role="alert"></p>
${time(parts.schedules, now)}
${paddleMoney(paddle)}
${coingate === null ? '' : coingateSections(coingate)}
${paddleSections(paddle)}
${releasesSection(parts.releases)}
</main>`,
  });
}

function time(schedules: readonly Schedule[], now: Date): Html {
  const next = nextEvent(schedules)?.due ?? null;
  return html`<h2>Time</h2>
<p>${moment(now.toISOString())} UTC in the sandbox. ${next === null ? 'Nothing falls due.' : `Next: ${next.kind} on ${moment(next.at.toISOString())}.`}</p>
<form>
${next === null ? '' : post('To the next', '/control/clock', { to: next.at.toISOString() })}
${post('20 minutes', '/control/clock', { advance_seconds: 1200 })}
${post('1 day', '/control/clock', { advance_seconds: DAY })}
${post('1 month', '/control/clock', { advance_months: 1 })}
${post('1 year', '/control/clock', { advance_months: 12 })}
</form>`;
}

/** Section with the app's newest version and a form to release another. */
function releasesSection({ newest }: ReleaseState): Html {
  return html`<h2>Release of the app</h2>
<p>${newest === null ? 'None.' : `Version ${newest.version}${newest.fault === null ? '' : `, with a fault: ${newest.fault}`}.`}</p>
<form data-post="/control/releases">
<label>Version <input name="version" size="8" placeholder="0.2.0"></label>
<label>Notes <input name="notes" size="30"></label>
${choice('Fault', 'fault', ['none', ...RELEASE_FAULTS], newest?.fault ?? 'none')}
<button>Release</button>
</form>`;
}
