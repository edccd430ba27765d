import { formatMoney } from '@comet/foundation';
import { DECLINE_CODES, DELIVERY_MODES, type Paddle, PADDLE_FAULTS } from '../../paddle/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { choice, deliveryForm, faultForm, moment, post, table } from './parts.ts';

/** Sections for payments: pending refunds, failing charges, chargebacks. */
export function paddleMoney(paddle: Paddle): Html {
  return html`${charges(paddle)}${adjustments(paddle)}${transactions(paddle)}${subscriptions(paddle)}`;
}

/** Sections for Paddle's behaviour and its events. */
export function paddleSections(paddle: Paddle): Html {
  const { state } = paddle.context;
  return html`${deliveryForm("Delivery of Paddle's webhooks", '/control/paddle/delivery', DELIVERY_MODES, state.delivery)}
${faultForm("Calls of Paddle's API", '/control/paddle/fault', PADDLE_FAULTS, state.faults)}
${events(paddle)}`;
}

function charges(paddle: Paddle): Html {
  const { remaining, code } = paddle.context.state.failures;
  return html`<h2>Charges of methods on file</h2>
<p>${remaining === 0 ? 'They succeed.' : `The next ${remaining} fail with ${code}.`}</p>
<form data-post="/control/paddle/fail-next-charge">
<label>Fail the next <input name="count" inputmode="numeric" size="4" value="1"></label>
${choice('with', 'code', DECLINE_CODES, code)}
<button>Set</button>
</form>`;
}

function adjustments(paddle: Paddle): Html {
  const rows = Object.values(paddle.context.state.adjustments).toReversed();
  const pendingFirst = rows.toSorted((one, other) => Number(isPending(other)) - Number(isPending(one)));
  return table(
    'Refunds and chargebacks, open ones first',
    ['Adjustment', 'What', 'Amount', 'Status'],
    pendingFirst
      .slice(0, 40)
      .map((adjustment) => [
        html`${adjustment.id}`,
        html`${adjustment.action}, ${adjustment.reason}`,
        html`${dollars(adjustment.totals.total)}`,
        isPending(adjustment)
          ? html`${post('Approve', lever(adjustment.id, 'approve'))} ${post('Reject', lever(adjustment.id, 'reject'))}`
          : html`${adjustment.status} ${
              adjustment.action === 'chargeback' && adjustment.status === 'approved'
                ? post('Win the dispute', lever(adjustment.id, 'reverse'))
                : ''
            }`,
      ]),
  );
}

function lever(adjustmentId: string, verb: string): string {
  return `/control/paddle/adjustments/${adjustmentId}/${verb}`;
}

function isPending(adjustment: { status: string }): boolean {
  return adjustment.status === 'pending_approval';
}

function transactions(paddle: Paddle): Html {
  const { state } = paddle.context;
  const rows = Object.values(state.transactions).toReversed().slice(0, 20);
  return table(
    'Transactions, newest first',
    ['Transaction', 'Customer', 'Origin', 'Total', 'Status', ''],
    rows.map((transaction) => [
      html`<a href="/paddle/checkout/${transaction.id}">${transaction.id}</a>`,
      html`${state.customers[transaction.customer_id ?? '']?.email ?? ''}`,
      html`${transaction.origin}`,
      html`${dollars(transaction.details?.totals?.grand_total)}`,
      html`${transaction.status}`,
      Number(transaction.details?.adjusted_totals?.grand_total ?? 0) > 0 && transaction.status === 'completed'
        ? post('Charge back', `/control/paddle/transactions/${transaction.id}/chargeback`)
        : html``,
    ]),
  );
}

function subscriptions(paddle: Paddle): Html {
  const { state } = paddle.context;
  const rows = Object.values(state.subscriptions).toReversed().slice(0, 40);
  return table(
    'Subscriptions',
    ['Subscription', 'Customer', 'Status', 'Billed next'],
    rows.map((subscription) => [
      html`${subscription.id}`,
      html`${state.customers[subscription.customer_id]?.email ?? ''}`,
      html`${subscription.status}${subscription.scheduled_change ? `, ends ${moment(subscription.scheduled_change.effective_at)}` : ''}`,
      html`${subscription.next_billed_at ? moment(subscription.next_billed_at) : ''}`,
    ]),
  );
}

function events(paddle: Paddle): Html {
  return table(
    "Paddle's events, newest first",
    ['Event', 'About', 'Occurred', 'Delivery', 'Replay'],
    paddle
      .sentEvents({ limit: '40' })
      .map((event) => [
        html`${event.event_type}`,
        html`${event.entity_id ?? ''}`,
        html`${moment(event.occurred_at)}`,
        html`${event.notifications.map(
          ({ status, attempts }) =>
            html`<span class="${status === 'delivered' ? 'good' : 'bad'}">${status}</span> ${lastOf(attempts)} `,
        )}`,
        post('Send again', `/control/paddle/events/${event.event_id}/redeliver`),
      ]),
  );
}

function dollars(minor: string | undefined): string {
  return formatMoney({ amount: Number(minor ?? 0), currency: 'USD' });
}

/** Returns the last response and the number of attempts. */
function lastOf(attempts: readonly { status_code: number | null; error: string | null }[]): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  return `${last.status_code ?? last.error ?? ''}${attempts.length === 1 ? '' : ` (${attempts.length} attempts)`}`;
}
