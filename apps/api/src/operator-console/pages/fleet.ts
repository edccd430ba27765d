import { fleetTexts as texts, frameTexts, say } from '@comet/texts/operator-console';
import { sql } from 'kysely';
import { gatewaySources } from '../../features/gateways/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, rows, sure, time, type OperatorSession } from '../page.ts';
import { exitState } from './exit.ts';
import { hasReported } from './overview.ts';
import { upstreamState } from './upstream.ts';

/** Gateways in service, and the lines of residential traffic. */
export async function fleet(db: Database, now: Date, operatorSession: OperatorSession): Promise<Html> {
  const [gateways, exits, upstreams, sources] = await Promise.all([
    db
      .selectFrom('gateways')
      .select(['id', 'locationCode', 'ipv4', 'version', 'peers', 'loadPercent', 'lastHeardAt', 'feedFault'])
      .select(sql<boolean>`credential_key is not null`.as('isBound'))
      .where('retiredAt', 'is', null)
      .orderBy('locationCode')
      .execute(),
    db.selectFrom('exits').selectAll().where('withdrawnAt', 'is', null).orderBy('country').execute(),
    db.selectFrom('upstreams').selectAll().orderBy('id').execute(),
    gatewaySources(db),
  ]);
  return html`<h1>${texts.headline}</h1>
${rows(
  [
    ...[texts.gateway, texts.location, texts.address, texts.version, texts.peers],
    ...[texts.load, texts.heard, texts.state, texts.credential, texts.callsFrom, texts.outOfService],
  ],
  gateways.map((one) => [
    html`<code>${one.id}</code>`,
    ...[one.locationCode, one.ipv4, one.version ?? frameTexts.nothing, `${one.peers ?? frameTexts.nothing}`],
    one.loadPercent === null ? frameTexts.nothing : say(frameTexts.percent, { percent: one.loadPercent }),
    time(one.lastHeardAt),
    one.feedFault === null
      ? hasReported(one.lastHeardAt, now)
        ? texts.online
        : texts.away
      : say(texts.failing, { fault: one.feedFault }),
    one.isBound ? texts.bound : texts.unbound,
    sources.get(one.id)?.join(', ') ?? frameTexts.nothing,
    actionForm(
      operatorSession,
      'retire-gateway',
      { gateway: one.id },
      html`${sure}<button class="danger">${texts.retire}</button>`,
    ),
  ]),
  texts.noGateway,
)}
<h2>${texts.exits.headline}</h2>
${rows(
  [
    ...[texts.exits.exit, texts.exits.country, texts.exits.city, texts.exits.use, texts.exits.state],
    texts.credential,
  ],
  exits.map((one) => [
    html`<a href="/ops/exits/${one.id}"><code>${one.id}</code></a>`,
    ...[one.country, one.cityName, one.use, exitState(one)],
    one.credentialKey === null ? texts.exits.unbound : texts.bound,
  ]),
  texts.exits.none,
)}
<h2>${texts.upstreams.headline}</h2>
${rows(
  [
    ...[texts.upstreams.endpoint, texts.upstreams.protocol, texts.upstreams.use],
    ...[texts.upstreams.countries, texts.upstreams.state],
  ],
  upstreams.map((one) => [
    html`<a href="/ops/upstreams/${one.id}">${one.host}</a>`,
    ...[one.protocol, one.use, one.countries.join(', '), upstreamState(one)],
  ]),
  texts.upstreams.none,
)}`;
}
