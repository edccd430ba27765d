import {
  capacityTexts,
  countryName,
  fleetTexts as texts,
  frameTexts,
  formatText,
  fleetTexts,
} from '@comet/texts/operator-console';
import { type Html, html } from '../html.ts';
import { card, type PageContext, rows, state, time } from '../page.ts';
import { exitState } from './exit.ts';
import { gatewayState, inCountry, isAway, placedGateways, placeName } from './gateway-state.ts';
import { upstreamState } from './upstream.ts';

const shownExits = 500;

/** Gateways in service, those that are down first, and the lines of residential traffic. */
export async function fleet({ db, now }: PageContext): Promise<Html> {
  const [gateways, exits, upstreams] = await Promise.all([
    placedGateways(db),
    db
      .selectFrom('exits')
      .select([
        'id',
        'country',
        'cityName',
        'network',
        'use',
        'state',
        'paused',
        'stoppedAt',
        'drainingUntil',
      ])
      .select((exit) => exit('credentialKey', 'is not', null).as('isBound'))
      .where('withdrawnAt', 'is', null)
      .orderBy('country')
      .orderBy('cityName')
      .limit(shownExits)
      .execute(),
    db.selectFrom('upstreams').selectAll().orderBy('host').execute(),
  ]);
  const [down, up] = [true, false].map((wanted) =>
    gateways.filter((gateway) => isAway(gateway, now) === wanted),
  );
  const online =
    gateways.length === 0
      ? ''
      : formatText(texts.gatewaysOnline, { online: up?.length ?? 0, all: gateways.length });
  return html`<h1>${texts.headline}</h1>
<p class="lead">${online} <a href="/ops/capacity">${capacityTexts.link}</a></p>
${card(
  texts.gateways,
  html`${rows(
    [texts.gateway, texts.state, texts.load, texts.peers, texts.version, texts.credential, texts.heard],
    [...(down ?? []), ...(up ?? [])].map((one) => [
      html`<a href="/ops/gateways/${one.id}">${placeName(one)}</a><small>${formatText(texts.codeAndAddress, { code: one.locationCode, address: one.ipv4 })}</small>`,
      gatewayState(one, now),
      one.loadPercent === null
        ? frameTexts.nothing
        : formatText(frameTexts.percent, { percent: one.loadPercent }),
      `${one.peers ?? frameTexts.nothing}`,
      one.version ?? frameTexts.nothing,
      one.isBound ? texts.bound : state('warn', texts.unbound),
      time(one.lastHeardAt, now),
    ]),
    state('warn', texts.noGateway),
  )}${gateways.length === 0 ? enrolmentSteps : null}`,
)}
${card(
  texts.exits.headline,
  rows(
    [texts.exits.exit, texts.exits.state, texts.exits.use, texts.exits.network, texts.credential],
    exits.map((one) => [
      html`<a href="/ops/exits/${one.id}">${placeName(inCountry(one))}</a>`,
      exitState(one),
      texts.uses[one.use],
      one.network ?? frameTexts.nothing,
      one.isBound ? texts.bound : state('warn', texts.exits.unbound),
    ]),
    texts.exits.none,
  ),
)}
${card(
  texts.upstreams.headline,
  rows(
    [
      ...[texts.upstreams.countries, texts.upstreams.endpoint, texts.upstreams.state],
      ...[texts.upstreams.use, texts.upstreams.protocol],
    ],
    upstreams.map((one) => [
      html`<a href="/ops/upstreams/${one.id}">${one.countries.map(countryName).join(', ')}</a>`,
      one.host,
      upstreamState(one),
      texts.uses[one.use],
      one.protocol.toUpperCase(),
    ]),
    texts.upstreams.none,
  ),
)}`;
}

/** How to enrol a gateway, where there is none. */
export const enrolmentSteps = html`<p class="quiet">${fleetTexts.enrol.explanation}</p><pre><code>${fleetTexts.enrol.commands}</code></pre>`;
