import {
  capacityTexts,
  fleetTexts as texts,
  frameTexts,
  plural,
  formatText,
} from '@comet/texts/operator-console';
import {
  gatewayCapacity,
  gatewaySources,
  isSoleGateway,
  soleGatewayWarning,
} from '../../features/gateways/index.ts';
import { type Html, html } from '../html.ts';
import {
  actionCard,
  actionForm,
  card,
  type PageContext,
  rows,
  state,
  confirmation,
  time,
  timeInFull,
} from '../page.ts';
import { field } from './limit-forms.ts';
import { capacityCharts } from './capacity.ts';
import { exitState } from './exit.ts';
import { gatewayState, inCountry, placeName } from './gateway-state.ts';

const shownExits = 100;

/** One gateway, also a retired one, with its exits and its retirement; null if it does not exist. */
export async function gatewayPage(
  { db, now, operatorSession }: PageContext,
  id: string,
): Promise<Html | null> {
  const gateway = await db
    .selectFrom('gateways')
    .innerJoin('locations', 'locations.code', 'gateways.locationCode')
    .select(['id', 'locationCode', 'city', 'countryName', 'ipv4', 'ipv6', 'version', 'peers', 'loadPercent'])
    .select(['lastHeardAt', 'feedFault', 'createdAt', 'retiredAt', 'drainingSince', 'drainDeadline'])
    .select((one) => one('credentialKey', 'is not', null).as('isBound'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (gateway === undefined) return null;
  const [isSole, sources, capacity, exits] = await Promise.all([
    isSoleGateway(db, gateway, now),
    gatewaySources(db),
    gatewayCapacity(db, id, now),
    db
      .selectFrom('exits')
      .select([
        'id',
        'country',
        'cityName',
        'use',
        'state',
        'paused',
        'stoppedAt',
        'drainingUntil',
        'network',
      ])
      .where('gatewayId', '=', id)
      .where('withdrawnAt', 'is', null)
      .limit(shownExits)
      .execute(),
  ]);
  const { city, countryName: country, ipv6, peers, loadPercent, retiredAt } = gateway;
  const calls = sources.get(id);
  const load =
    loadPercent === null ? frameTexts.nothing : formatText(frameTexts.percent, { percent: loadPercent });
  return html`<h1>${formatText(texts.title, { city, country })}</h1>
<div class="card"><dl><dt>${texts.state}</dt><dd>${retiredAt === null ? gatewayState(gateway, now) : html`${state('neutral', texts.retired)} ${timeInFull(retiredAt, now)}`}</dd>
<dt>${texts.heard}</dt><dd>${timeInFull(gateway.lastHeardAt, now)}</dd>
<dt>${texts.load}</dt><dd>${load}</dd><dt>${texts.peers}</dt><dd>${peers ?? frameTexts.nothing}</dd>
<dt>${texts.version}</dt><dd>${gateway.version ?? frameTexts.nothing}</dd>
<dt>${texts.address}</dt><dd><code>${[gateway.ipv4, ...(ipv6 === null ? [] : [ipv6])].join(', ')}</code></dd>
<dt>${texts.callsFrom}</dt><dd>${calls === undefined ? texts.neverCalled : html`<code>${calls.join(', ')}</code>`}</dd>
<dt>${texts.credential}</dt><dd>${gateway.isBound ? texts.bound : state('warn', texts.unbound)}</dd>
<dt>${texts.enrolled}</dt><dd>${timeInFull(gateway.createdAt, now)}</dd>
<dt>${texts.location}</dt><dd><code>${gateway.locationCode}</code></dd><dt>${texts.id}</dt><dd><code>${id}</code></dd></dl></div>
${card(capacityTexts.headline, capacityCharts(capacity, now))}
${card(
  texts.exits.headline,
  rows(
    [texts.exits.exit, texts.exits.network, texts.exits.use, texts.exits.state],
    exits.map((exit) => [
      html`<a href="/ops/exits/${exit.id}">${placeName(inCountry(exit))}</a>`,
      exit.network ?? frameTexts.nothing,
      texts.uses[exit.use],
      exitState(exit),
    ]),
    texts.exits.none,
  ),
)}
${
  retiredAt === null
    ? actionCard(
        operatorSession,
        ['drain-gateway', 'resume-gateway'],
        texts.drain.headline,
        html`<p>${texts.drain.means}</p>${
          gateway.drainingSince === null
            ? null
            : drained(peers ?? 0, gateway.drainingSince, gateway.drainDeadline, now)
        }${
          gateway.drainingSince === null
            ? actionForm(
                operatorSession,
                'drain-gateway',
                { gateway: id },
                html`${isSole ? forcing(gateway) : null}${field('hours', texts.drain.hours, '', 4)}<button>${texts.drain.start}</button>`,
              )
            : actionForm(
                operatorSession,
                'resume-gateway',
                { gateway: id },
                html`<button>${texts.drain.end}</button>`,
              )
        }`,
      )
    : null
}
${
  retiredAt === null
    ? actionCard(
        operatorSession,
        ['retire-gateway'],
        texts.retirement.headline,
        html`<p>${texts.retirement.means}</p>${actionForm(operatorSession, 'retire-gateway', { gateway: id }, html`${confirmation}<button class="danger">${texts.retirement.button}</button>`)}`,
      )
    : null
}`;
}

/** What the drain of a location's only gateway means, with the confirmation that the command requires as `--force`. */
function forcing(gateway: { readonly locationCode: string; readonly peers: number | null }): Html {
  const label = formatText(texts.drain.forced, { location: gateway.locationCode });
  return html`<p>${state('warn', soleGatewayWarning(gateway))}</p><label class="confirmation"><input type="checkbox" name="force" value="yes" required> ${label}</label>`;
}

/** How far a drain is, and its deadline. */
function drained(peers: number, since: Date, until: Date | null, now: Date): Html {
  const [before = '', after = ''] = texts.drain.since.split('{time}');
  const [leaving = '', rest = ''] = texts.drain.until.split('{time}');
  const deadline = until === null ? null : html`<p>${leaving}${timeInFull(until, now)}${rest}</p>`;
  const left = formatText(plural(peers, texts.drain.left), { count: peers });
  return html`<p>${before}${time(since, now)}${after} ${state(peers === 0 ? 'good' : 'warn', peers === 0 ? texts.drain.empty : left)}</p>${deadline}`;
}
