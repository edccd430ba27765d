import { boundsTexts, say, upstreamTexts as texts } from '@comet/texts/operator-console';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import { actionForm, type OperatorSession } from '../page.ts';
import { field, inUnits, rulesForm, stopForm } from './bounds.ts';

/** The state of a provider's endpoint, for fleet operators. */
export function upstreamState({ stoppedAt }: Pick<Selectable<Schema['upstreams']>, 'stoppedAt'>): string {
  return stoppedAt === null ? texts.inService : texts.stopped;
}

/** Renders one endpoint of a provider and the operator's limits for its traffic; null if it does not exist. */
export async function upstreamPage(
  db: Database,
  operatorSession: OperatorSession,
  id: string,
): Promise<Html | null> {
  const upstream = await db.selectFrom('upstreams').selectAll().where('id', '=', id).executeTakeFirst();
  if (upstream === undefined) return null;
  const states = await db
    .selectFrom('upstreamStates')
    .select('country')
    .distinct()
    .where('upstreamId', '=', id)
    .where('live', '=', true)
    .orderBy('country')
    .execute();
  const { host, port, protocol, countries, limitBytesPerSecond: rate, stoppedAt } = upstream;
  const live = stoppedAt === null ? states.map(({ country }) => country).join(', ') : '';
  const known = { upstream: id };
  return html`<h1>${say(texts.headline, { host })}</h1>
<dl><dt>${texts.id}</dt><dd><code>${id}</code></dd><dt>${texts.endpoint}</dt><dd>${say(texts.at, { protocol, host, port })}</dd>
<dt>${texts.use}</dt><dd>${upstream.use}</dd><dt>${texts.state}</dt><dd>${upstreamState(upstream)}</dd>
<dt>${texts.countries}</dt><dd>${countries.join(', ')}</dd><dt>${texts.live}</dt><dd>${live === '' ? texts.liveNowhere : live}</dd></dl>
<h2>${texts.never}</h2><p class="quiet">${texts.namesInProxy}</p>
${rulesForm(operatorSession, 'upstream-rules', known, upstream)}
<h2>${texts.cap.headline}</h2>
${actionForm(
  operatorSession,
  'upstream-cap',
  known,
  html`${field('megabits', texts.cap.megabits, inUnits(rate, 125_000), 8)}<button class="second">${boundsTexts.setCaps}</button>`,
)}
<h2>${texts.stop.headline}</h2>
${stopForm(operatorSession, 'upstream', known, upstream, texts.stop)}`;
}
