import {
  type Act,
  ACTS_BY_STATUS,
  CALLBACK_MODES,
  type Coingate,
  type StoredOrder,
} from '../../coingate/index.ts';
import { COMMON_FAULTS } from '../../platform/faults.ts';
import { type Html, html } from '../../platform/html.ts';
import { deliveryForm, faultForm, moment, post, table } from './parts.ts';

const LABELS: Readonly<Record<Act, string>> = {
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

/** CoinGate: its orders with what can happen to each, their refunds, callbacks and faults. */
export function coingateSections({ world }: Coingate): Html {
  const { state } = world;
  const orders = Object.values(state.orders).toReversed().slice(0, 40);
  return html`${table(
    'Crypto orders',
    ['Order', 'Price', 'Status', 'Received', 'Let it happen'],
    orders.map((order) => [
      html`<a href="${world.invoicesUrl}/${order.uuid}">${order.orderId || String(order.id)}</a>`,
      html`${order.priceAmount} ${order.priceCurrency}`,
      html`${order.status}`,
      html`${order.choice === null ? '' : `${order.received} of ${order.choice.amount} ${order.choice.symbol}`}`,
      html`${acts(order)}`,
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
  ['Order', 'Status told', 'Delivery', 'Last answer'],
  state.callbacks
    .toReversed()
    .slice(0, 20)
    .map((callback) => [
      html`${state.orders[callback.orderId]?.orderId ?? String(callback.orderId)}`,
      html`${new URLSearchParams(callback.body).get('status') ?? ''}`,
      html`<span class="${callback.status === 'delivered' ? 'good' : 'bad'}">${callback.status}</span>`,
      html`${lastAnswer(callback.attempts.at(-1))}`,
    ]),
)}
${deliveryForm('Delivery of crypto callbacks', '/control/coingate/delivery', CALLBACK_MODES, state.delivery)}
${faultForm("Calls of CoinGate's API", '/control/coingate/fault', COMMON_FAULTS, state.faults)}`;
}

function acts(order: StoredOrder): Html[] {
  return ACTS_BY_STATUS[order.status].map(
    (act) => html`${post(LABELS[act], `/control/coingate/orders/${order.id}/${act}`)} `,
  );
}

function decide(label: 'Approve' | 'Reject', order: StoredOrder, refund: number): Html {
  return post(label, `/control/coingate/orders/${order.id}/refunds/${refund}/${label.toLowerCase()}`);
}

function lastAnswer(
  attempt: { at: string; status_code: number | null; error: string | null } | undefined,
): string {
  if (attempt === undefined) return '';
  return `${attempt.status_code ?? attempt.error ?? ''} at ${moment(attempt.at)}`;
}
