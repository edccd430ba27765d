import { overviewTexts as texts, plural, say } from '@comet/texts/operator-console';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';

/** Open tickets and the state of the fleet. */
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
  const reporting = gateways.filter(({ lastHeardAt }) => hasReported(lastHeardAt, now)).length;
  const [waiting, paying, all] = [Number(tickets.count), Number(orders.count), gateways.length];
  const inTime = say(plural(all, texts.gateways), { seconds: reportedWithinMs / 1000 });
  return html`<h1>${texts.headline}</h1>
<div class="figures">
<p><a href="/ops/tickets"><b>${waiting}</b></a> ${plural(waiting, texts.tickets)}</p>
<p><a href="/ops/orders"><b>${paying}</b></a> ${plural(paying, texts.orders)}</p>
<p><a href="/ops/fleet"><b>${say(texts.heard, { heard: reporting, all })}</b></a> ${inTime}</p>
</div>`;
}

const reportedWithinMs = 90_000;

/** Returns whether a gateway has reported recently. */
export function hasReported(lastHeardAt: Date | null, now: Date): boolean {
  return lastHeardAt !== null && now.getTime() - lastHeardAt.getTime() <= reportedWithinMs;
}
