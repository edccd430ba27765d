import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';

/** What waits, and how the fleet stands. */
export async function overview(db: Database, now: Date): Promise<Html> {
  const [tickets, orders, gateways] = await Promise.all([
    db
      .selectFrom('supportTickets')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('state', 'in', ['open', 'waiting'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('state', '=', 'processing')
      .executeTakeFirstOrThrow(),
    db.selectFrom('gateways').select('lastHeardAt').where('retiredAt', 'is', null).execute(),
  ]);
  const heard = gateways.filter(({ lastHeardAt }) => isHeard(lastHeardAt, now)).length;
  return html`<h1>What waits</h1>
<div class="figures">
<p><a href="/ops/tickets"><b>${Number(tickets.count)}</b></a> tickets wait for us</p>
<p><a href="/ops/orders"><b>${Number(orders.count)}</b></a> orders are being paid</p>
<p><a href="/ops/fleet"><b>${heard} of ${gateways.length}</b></a> gateways were heard of in the last 90 seconds</p>
</div>`;
}

const heardMs = 90_000;

/** Whether a gateway reports, as far as anybody can tell. */
export function isHeard(lastHeardAt: Date | null, now: Date): boolean {
  return lastHeardAt !== null && now.getTime() - lastHeardAt.getTime() <= heardMs;
}
