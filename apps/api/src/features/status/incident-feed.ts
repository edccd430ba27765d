import { escapeXml, utcMinute } from '@comet/foundation';
import { durationText, fill, incidentTitle, statusTexts } from '@comet/texts/site';
import type { Incident } from './incidents.store.ts';
import type { CityStatus } from './states.ts';

const { incidents: texts } = statusTexts;

interface Feed {
  /** Origin of the marketing site. */
  readonly siteUrl: string;
  readonly incidents: readonly Incident[];
  readonly cities: readonly Pick<CityStatus, 'code' | 'city'>[];
}

/** Incidents as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function incidentFeed({ siteUrl, incidents, cities }: Feed): string {
  const names = new Map(cities.map(({ code, city }) => [code, city]));
  const items = incidents.map((incident) =>
    element('item', [
      element('title', escapeXml(incidentTitle(incident, names))),
      element('link', escapeXml(`${siteUrl}/status/#incident-${incident.id}`)),
      element('description', escapeXml(inHtml(descriptionOf(incident)))),
      element('pubDate', incident.startedAt.toUTCString()),
      `<guid isPermaLink="false">${incident.id}</guid>`,
    ]),
  );
  const channel = [
    element('title', escapeXml(texts.feedTitle)),
    element('link', escapeXml(`${siteUrl}/status/`)),
    element('description', escapeXml(texts.feedDescription)),
    element('language', 'en'),
    `<atom:link href="${escapeXml(`${siteUrl}/api/v1/status/incidents.rss`)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${element('channel', channel)}</rss>\n`;
}

/** How long it lasted, and every update. */
function descriptionOf({ startedAt, endedAt, updates }: Incident): string {
  const span =
    endedAt === null
      ? fill(texts.ongoing, { from: timeOf(startedAt) })
      : fill(texts.lasted, {
          from: timeOf(startedAt),
          until: timeOf(endedAt),
          duration: durationText(endedAt.getTime() - startedAt.getTime()),
        });
  return [span, ...updates.map(({ at, text }) => `${timeOf(at)}: ${text}`)].join('\n');
}

const timeOf = (at: Date): string => `${utcMinute(at)} UTC`;

const element = (name: string, content: string | readonly string[]): string =>
  `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`;

/** Readers show a description as HTML. */
const inHtml = (lines: string): string => lines.split('\n').map(escapeXml).join('<br>');
