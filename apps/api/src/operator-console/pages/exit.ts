import {
  boundsTexts,
  countryName,
  exitTexts as texts,
  fleetTexts,
  formatText,
} from '@comet/texts/operator-console';
import type { Selectable } from 'kysely';
import { exitSources } from '../../features/exits/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Html, html } from '../html.ts';
import {
  actionCard,
  actionForm,
  type OperatorSession,
  type PageContext,
  state,
  confirmation,
  timeInFull,
} from '../page.ts';
import { placeName } from './gateway-state.ts';
import { field, inUnits, rulesForm, stopForm } from './limit-forms.ts';

const tones = { live: 'good', paused: 'neutral', down: 'bad' } as const;

type StoredExit = Selectable<Schema['exits']>;

/** The state of an exit, for operators. */
export function exitState(exit: Pick<StoredExit, 'stoppedAt' | 'drainingUntil' | 'paused' | 'state'>): Html {
  if (exit.stoppedAt !== null) return state('bad', texts.stopped);
  if (exit.drainingUntil !== null) return state('warn', texts.draining);
  if (exit.paused) return state('neutral', texts.paused);
  if (exit.state === null) return state('warn', texts.fresh);
  return state(tones[exit.state], texts.states[exit.state]);
}

/** Renders one exit and the operator's limits for its traffic; null if it does not exist. */
export async function exitPage({ db, now, operatorSession }: PageContext, id: string): Promise<Html | null> {
  const exit = await db
    .selectFrom('exits')
    .selectAll()
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (exit === undefined) return null;
  const { cityName: city, limitBytesPerSecond: rate, limitDayBytes: day } = exit;
  const hiddenFields = { exit: id };
  const gateway = await db
    .selectFrom('gateways')
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select(['city', 'countryName'])
    .where('id', '=', exit.gatewayId)
    .executeTakeFirst();
  const sources = (await exitSources(db)).get(id);
  return html`<h1>${formatText(texts.headline, { city, country: countryName(exit.country) })}</h1>
<div class="card"><dl><dt>${texts.id}</dt><dd><code>${id}</code></dd><dt>${texts.use}</dt><dd>${fleetTexts.uses[exit.use]}</dd>
<dt>${texts.state}</dt><dd>${exitState(exit)}</dd>
${exit.network === null ? null : html`<dt>${texts.network}</dt><dd>${exit.network}</dd>`}
${exit.gatewayId === null ? null : html`<dt>${texts.gateway}</dt><dd>${gateway === undefined ? html`<code>${exit.gatewayId}</code>` : html`<a href="/ops/gateways/${exit.gatewayId}">${placeName(gateway)}</a>`}</dd>`}
<dt>${texts.credential}</dt><dd>${exit.credentialKey === null ? texts.unbound : texts.bound}</dd>
${sources === undefined ? null : html`<dt>${texts.callsFrom}</dt><dd>${sources.join(', ')}</dd>`}
<dt>${texts.agreed}</dt><dd>${exit.consentName}, ${timeInFull(exit.consentedAt, now)}</dd></dl></div>
${actionCard(operatorSession, ['exit-rules'], texts.never, rulesForm(operatorSession, 'exit-rules', hiddenFields, exit))}
${actionCard(
  operatorSession,
  ['exit-cap'],
  texts.cap.headline,
  actionForm(
    operatorSession,
    'exit-cap',
    hiddenFields,
    html`${field('megabits', texts.cap.megabits, inUnits(rate, 125_000), 8)}${field(
      'day_gigabytes',
      texts.cap.dayGigabytes,
      inUnits(day, 1_000_000_000),
      8,
    )}<button class="second">${boundsTexts.setCaps}</button>`,
  ),
)}
${exit.stoppedAt === null ? drainCard(operatorSession, exit, now) : null}
${actionCard(operatorSession, ['stop-exit', 'resume-exit'], texts.stop.headline, stopForm(operatorSession, 'exit', hiddenFields, exit, texts.stop))}
${actionCard(
  operatorSession,
  ['remove-exit'],
  texts.remove.headline,
  html`<p>${texts.remove.means}</p>${actionForm(operatorSession, 'remove-exit', hiddenFields, html`${confirmation}<button class="danger">${texts.remove.button}</button>`)}`,
)}`;
}

/** Starts a drain, or shows its deadline and ends it. */
function drainCard(
  operatorSession: OperatorSession,
  { id, drainingUntil }: Pick<StoredExit, 'id' | 'drainingUntil'>,
  now: Date,
): Html | null {
  const [before = '', after = ''] = texts.drain.until.split('{time}');
  return actionCard(
    operatorSession,
    ['drain-exit', 'resume-exit'],
    texts.drain.headline,
    html`<p>${texts.drain.means}</p>${
      drainingUntil === null
        ? actionForm(
            operatorSession,
            'drain-exit',
            { exit: id },
            html`${field('hours', texts.drain.hours, '1', 4)}<button>${texts.drain.start}</button>`,
          )
        : html`<p>${before}${timeInFull(drainingUntil, now)}${after}</p>${actionForm(
            operatorSession,
            'resume-exit',
            { exit: id },
            html`<button>${texts.drain.end}</button>`,
          )}`
    }`,
  );
}
