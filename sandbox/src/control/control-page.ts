import { formatMoney } from '@comet/foundation';
import { DECLINE_CODES, DELIVERY_MODES, type Paddle } from '../paddle/index.ts';
import { type Html, html } from '../platform/html.ts';
import { page } from '../platform/page.ts';

const DAY = 86_400;

/** The levers for people: time, delivery of webhooks, charges, refunds, and what was sent. */
export function controlPage(paddle: Paddle, now: Date): Html {
  return page({
    title: 'Paddle control',
    script: '/control/control.js',
    body: html`<header><h1>Paddle control</h1><a href="/">Sandbox</a></header>
<main>
<p class="bad" id="note" role="alert"></p>
${time(paddle, now)}
${delivery(paddle)}
${charges(paddle)}
${subscriptions(paddle)}
${refunds(paddle)}
${events(paddle)}
</main>`,
  });
}

function time(paddle: Paddle, now: Date): Html {
  const next = paddle.calendar.next();
  return html`<h2>Time</h2>
<p>${moment(now.toISOString())} UTC in the sandbox. ${next === null ? 'Nothing falls due.' : `Next: a ${next.kind} on ${moment(next.at.toISOString())}.`}</p>
<form data-post="/control/clock">
${next === null ? '' : post('To the next', '/control/clock', { to: next.at.toISOString() })}
${post('One day', '/control/clock', { advance_seconds: DAY })}
${post('30 days', '/control/clock', { advance_seconds: 30 * DAY })}
${post('One year', '/control/clock', { advance_seconds: 365 * DAY })}
</form>`;
}

function delivery(paddle: Paddle): Html {
  const { mode, remaining } = paddle.world.state.delivery;
  return html`<h2>Delivery of webhooks</h2>
<p>Now: ${mode}${remaining === null ? '' : `, for ${remaining} more`}.</p>
<form data-post="/control/paddle/delivery">
<label>Mode <select name="mode">${DELIVERY_MODES.map((each) => html`<option${each === mode ? html` selected` : ''}>${each}</option>`)}</select></label>
<label>for <input name="count" inputmode="numeric" size="6" placeholder="all"> events</label>
<button>Set</button>
</form>`;
}

function charges(paddle: Paddle): Html {
  const { remaining, code } = paddle.world.state.failures;
  return html`<h2>Charges of cards on file</h2>
<p>${remaining === 0 ? 'They succeed.' : `The next ${remaining} fail with ${code}.`}</p>
<form data-post="/control/paddle/fail-next-charge">
<label>Fail the next <input name="count" inputmode="numeric" size="4" value="1"></label>
<label>with <select name="code">${DECLINE_CODES.map((each) => html`<option>${each}</option>`)}</select></label>
<button>Set</button>
</form>`;
}

function subscriptions(paddle: Paddle): Html {
  const { state } = paddle.world;
  const rows = Object.values(state.subscriptions).toReversed();
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

function refunds(paddle: Paddle): Html {
  const rows = Object.values(paddle.world.state.adjustments).toReversed();
  return table(
    'Refunds and chargebacks',
    ['Adjustment', 'What', 'Amount', 'Status'],
    rows.map((adjustment) => [
      html`${adjustment.id}`,
      html`${adjustment.action}, ${adjustment.reason}`,
      html`${formatMoney({ amount: Number(adjustment.totals.total), currency: 'USD' })}`,
      adjustment.status === 'pending_approval'
        ? html`${post('Approve', `/control/paddle/adjustments/${adjustment.id}/approve`, {})} ${post('Reject', `/control/paddle/adjustments/${adjustment.id}/reject`, {})}`
        : html`${adjustment.status}`,
    ]),
  );
}

function events(paddle: Paddle): Html {
  return table(
    'Events, newest first',
    ['Event', 'About', 'Occurred', 'Delivery', 'Replay'],
    paddle
      .sentEvents({ limit: '40' })
      .map((event) => [
        html`${event.event_type}`,
        html`${event.entity_id ?? ''}`,
        html`${moment(event.occurred_at)}`,
        html`${event.notifications.map(
          ({ status, attempts }) =>
            html`<span class="${status === 'delivered' ? 'good' : 'bad'}">${status}</span> ${attempts
              .map((attempt) => attempt.status_code ?? attempt.error ?? '')
              .join(', ')} `,
        )}`,
        post('Send again', `/control/paddle/events/${event.event_id}/redeliver`, {}),
      ]),
  );
}

function table(title: string, heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p class="quiet">None yet.</p>`;
  return html`<h2>${title}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

function post(label: string, path: string, body: object): Html {
  return html`<button type="button" data-post="${path}" data-body="${JSON.stringify(body)}">${label}</button>`;
}

function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
