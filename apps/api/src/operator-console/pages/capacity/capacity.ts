import { capacityTexts as texts } from '@comet/texts/operator-console';
import { cityCapacity } from '../../../features/gateways/index.ts';
import { type Html, html } from '../../html.ts';
import { card, type PageContext } from '../../page.ts';
import { capacityCharts } from './capacity-chart.ts';

/** The capacity history of every city. That of one gateway is on its own page. */
export async function capacityPage({ db, now }: PageContext): Promise<Html> {
  const cities = await cityCapacity(db, now);
  return html`<h1>${texts.headline}</h1><p class="lead">${texts.explanation}</p>
${[...cities].map(([city, hours]) => card(city, capacityCharts(hours, now)))}
${cities.size === 0 ? html`<div class="card"><p class="quiet">${texts.none}</p></div>` : null}`;
}
