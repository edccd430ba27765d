import {
  boundsTexts,
  countryName,
  fleetTexts,
  formatText,
  upstreamTexts as texts,
} from '@comet/texts/operator-console';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import { actionCard, actionForm, type PageContext, state } from '../page.ts';
import { field, inUnits, rulesForm, stopForm } from './limit-forms.ts';

/** The state of a provider's endpoint, for operators. */
export function upstreamState({ stoppedAt }: Pick<Selectable<Schema['upstreams']>, 'stoppedAt'>): Html {
  return stoppedAt === null ? state('good', texts.inService) : state('bad', texts.stopped);
}

/** Renders one endpoint of a provider and the operator's limits for its traffic; null if it does not exist. */
export async function upstreamPage({ db, operatorSession }: PageContext, id: string): Promise<Html | null> {
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
  const live = stoppedAt === null ? states.map(({ country }) => countryName(country)).join(', ') : '';
  const hiddenFields = { upstream: id };
  return html`<h1>${formatText(texts.headline, { host })}</h1>
<div class="card"><dl><dt>${texts.id}</dt><dd><code>${id}</code></dd><dt>${texts.endpoint}</dt><dd>${formatText(texts.at, { protocol: protocol.toUpperCase(), host, port })}</dd>
<dt>${texts.use}</dt><dd>${fleetTexts.uses[upstream.use]}</dd><dt>${texts.state}</dt><dd>${upstreamState(upstream)}</dd>
<dt>${texts.countries}</dt><dd>${countries.map(countryName).join(', ')}</dd><dt>${texts.live}</dt><dd>${live === '' ? texts.liveNowhere : live}</dd></dl></div>
${actionCard(operatorSession, ['upstream-rules'], texts.never, html`<p class="quiet">${texts.namesInProxy}</p>${rulesForm(operatorSession, 'upstream-rules', hiddenFields, upstream)}`)}
${actionCard(
  operatorSession,
  ['upstream-cap'],
  texts.cap.headline,
  actionForm(
    operatorSession,
    'upstream-cap',
    hiddenFields,
    html`${field('megabits', texts.cap.megabits, inUnits(rate, 125_000), 8)}<button class="second">${boundsTexts.setCaps}</button>`,
  ),
)}
${actionCard(operatorSession, ['stop-upstream', 'resume-upstream'], texts.stop.headline, stopForm(operatorSession, 'upstream', hiddenFields, upstream, texts.stop))}`;
}
