import { boundsTexts, exitTexts as texts, say } from '@comet/texts/operator-console';
import type { Selectable } from 'kysely';
import { exitSources } from '../../features/exits/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import { actionForm, sure, time, type OperatorSession } from '../page.ts';
import { field, inUnits, rulesForm, stopForm } from './bounds.ts';

type StoredExit = Selectable<Schema['exits']>;

/** The state of an exit, for fleet operators. */
export function exitState({
  stoppedAt,
  paused,
  state,
}: Pick<StoredExit, 'stoppedAt' | 'paused' | 'state'>): string {
  if (stoppedAt !== null) return texts.stopped;
  return paused ? texts.paused : (state ?? texts.fresh);
}

/** Renders one exit and the operator's limits for its traffic; null if it does not exist. */
export async function exitPage(
  db: Database,
  operatorSession: OperatorSession,
  id: string,
): Promise<Html | null> {
  const exit = await db
    .selectFrom('exits')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (exit === undefined) return null;
  const { cityName: city, country, limitBytesPerSecond: rate, limitDayBytes: day } = exit;
  const known = { exit: id };
  const sources = (await exitSources(db)).get(id);
  return html`<h1>${say(texts.headline, { city, country })}</h1>
<dl><dt>${texts.id}</dt><dd><code>${id}</code></dd><dt>${texts.use}</dt><dd>${exit.use}</dd>
<dt>${texts.state}</dt><dd>${exitState(exit)}</dd>
${exit.network === null ? null : html`<dt>${texts.network}</dt><dd>${exit.network}</dd>`}
${exit.gatewayId === null ? null : html`<dt>${texts.gateway}</dt><dd><code>${exit.gatewayId}</code></dd>`}
<dt>${texts.credential}</dt><dd>${exit.credentialKey === null ? texts.unbound : texts.bound}</dd>
${sources === undefined ? null : html`<dt>${texts.callsFrom}</dt><dd>${sources.join(', ')}</dd>`}
<dt>${texts.agreed}</dt><dd>${exit.consentName}, ${time(exit.consentedAt)}</dd></dl>
<h2>${texts.never}</h2>
${rulesForm(operatorSession, 'exit-rules', known, exit)}
<h2>${texts.cap.headline}</h2>
${actionForm(
  operatorSession,
  'exit-cap',
  known,
  html`${field('megabits', texts.cap.megabits, inUnits(rate, 125_000), 8)}${field(
    'day_gigabytes',
    texts.cap.dayGigabytes,
    inUnits(day, 1_000_000_000),
    8,
  )}<button class="second">${boundsTexts.setCaps}</button>`,
)}
<h2>${texts.stop.headline}</h2>
${stopForm(operatorSession, 'exit', known, exit, texts.stop)}
<h2>${texts.remove.headline}</h2>
<p>${texts.remove.means}</p>
${actionForm(operatorSession, 'remove-exit', known, html`${sure}<button class="danger">${texts.remove.button}</button>`)}`;
}
