import {
  overviewTexts,
  refusedWebhooksTexts as texts,
  plural,
  formatText,
} from '@comet/texts/operator-console';
import type { RefusalReason } from '../../features/payments/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { card, type PageContext, rows, time } from '../page.ts';
import { countLimit, type OpenWork } from './bounded-count.ts';

const dayMs = 24 * 3600 * 1000;
const shownDays = 30;
const shown = 500;

const isReason = (reason: string): reason is RefusalReason => Object.hasOwn(texts.reasons, reason);
const reasonLabel = (reason: string): string => (isReason(reason) ? texts.reasons[reason] : reason);

const isUrgent = ({ reason }: { readonly reason: string }): number => Number(reason === 'paddle_unreadable');

/** Returns the refusals of the last 24 hours by reason, with the time of the latest. */
export async function refusedToday(
  db: Database,
  now: Date,
): Promise<OpenWork<{ readonly reason: string; readonly times: string }>> {
  const reasons = await db
    .selectFrom('refusedWebhooks')
    .select(['reason', ({ fn }) => fn.sum<number>('refusals').as('refusals')])
    .select(({ fn }) => fn.max('lastAt').as('lastAt'))
    .where('hour', '>', new Date(now.getTime() - dayMs))
    .groupBy('reason')
    .execute();
  const sorted = reasons
    .map(({ reason, refusals, lastAt }) => ({ reason, refusals: Number(refusals), lastAt }))
    // A valid signature on an unreadable event: a payment may be missing, while the other reasons need no secret.
    .toSorted((one, other) => isUrgent(other) - isUrgent(one) || other.refusals - one.refusals);
  const count = sorted.reduce((sum, { refusals }) => sum + refusals, 0);
  const latest = sorted.map(({ lastAt }) => lastAt.getTime());
  return {
    count: Math.min(countLimit, count),
    time: latest.length === 0 ? null : new Date(Math.max(...latest)),
    first: sorted.slice(0, 3).map(({ reason, refusals }) => ({
      reason: reasonLabel(reason),
      times: formatText(plural(refusals, overviewTexts.webhooks.times), { count: refusals }),
    })),
  };
}

/** Returns the page with the number of refused webhooks by hour and reason. */
export async function refusedWebhooksPage({ db, now }: PageContext): Promise<Html> {
  const counts = await db
    .selectFrom('refusedWebhooks')
    .select(['hour', 'reason', 'refusals', 'lastAt'])
    .where('hour', '>', new Date(now.getTime() - shownDays * dayMs))
    .orderBy('hour', 'desc')
    .orderBy('reason')
    .limit(shown)
    .execute();
  return html`<h1>${texts.headline}</h1><p class="lead">${formatText(texts.explanation, { days: shownDays })}</p>
${card(
  texts.byHour,
  rows(
    [texts.reason, texts.count, texts.latest, texts.meaning],
    counts.map(({ reason, refusals, lastAt }) => [
      reasonLabel(reason),
      String(refusals),
      time(lastAt, now),
      isReason(reason) ? texts.meanings[reason] : '',
    ]),
    texts.none,
  ),
)}`;
}
