import type { Database } from '../../platform/database/database.ts';
import { type Html, html } from '../html.ts';
import { actionForm, rows, sure, time, type Visit } from '../page.ts';
import { isHeard } from './overview.ts';

/** Gateways that are in service, and the lines through which residential traffic leaves. */
export async function fleet(db: Database, now: Date, visit: Visit): Promise<Html> {
  const [gateways, exits] = await Promise.all([
    db
      .selectFrom('gateways')
      .select(['id', 'locationCode', 'ipv4', 'version', 'peers', 'loadPercent', 'lastHeardAt'])
      .where('retiredAt', 'is', null)
      .orderBy('locationCode')
      .execute(),
    db.selectFrom('exits').select(['id', 'country', 'cityName', 'use']).orderBy('country').execute(),
  ]);
  return html`<h1>Fleet</h1>
${rows(
  [
    'Gateway',
    'Location',
    'Address',
    'Version',
    'Peers',
    'Load',
    'Last heard, UTC',
    'State',
    'Out of service',
  ],
  gateways.map((one) => [
    html`<code>${one.id}</code>`,
    ...[one.locationCode, one.ipv4, one.version ?? '–', `${one.peers ?? '–'}`],
    ...[one.loadPercent === null ? '–' : `${one.loadPercent} %`, time(one.lastHeardAt)],
    isHeard(one.lastHeardAt, now) ? 'online' : 'away',
    actionForm(
      visit,
      'retire-gateway',
      { gateway: one.id },
      html`${sure}<button class="danger">Retire for good</button>`,
    ),
  ]),
  'No gateway has enrolled.',
)}
<h2>Exits</h2>
${rows(
  ['Exit', 'Country', 'City', 'Use'],
  exits.map((one) => [html`<code>${one.id}</code>`, one.country, one.cityName, one.use]),
  'None has joined.',
)}`;
}
