import { durationText, incidentTitle, formatText, statusTexts } from '@comet/texts/site';
import { getJson } from '../../platform/get-json.ts';
import { setText } from '../live-status/index.ts';
import {
  barsOf,
  type DayTone,
  incidentsNote,
  type MeasuredDay,
  summaryOf,
  totalsOf,
  uptimeOf,
  worseTone,
} from './history.ts';

const { history: texts, incidents: incidentTexts } = statusTexts;

const intervalMs = 300_000;
/** Minimum interval between two requests, however often the page is shown and hidden. */
const minimumIntervalMs = 60_000;

/** The response of `GET v1/status/history` on the wire. */
interface History {
  readonly first_day: string;
  readonly last_day: string;
  readonly subjects: readonly { readonly subject: string; readonly days: readonly MeasuredDay[] }[];
  readonly incidents: readonly Incident[];
}

interface Incident {
  readonly id: string;
  readonly subject: string | null;
  readonly title: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly updates: readonly { readonly at: string; readonly text: string }[];
}

/** Fills the bars, the table and the incidents, now and every five minutes while the page is visible, and when it becomes visible again. */
export function pollHistory(page: Document): void {
  let requestedAt = Number.NEGATIVE_INFINITY;
  const refresh = async (): Promise<void> => {
    if (page.hidden || performance.now() - requestedAt < minimumIntervalMs) return;
    requestedAt = performance.now();
    const history = await getJson<History>('/api/v1/status/history');
    if (history === null) setText(page, '[data-history-state]', texts.away);
    else show(page, history);
  };
  setInterval(() => void refresh(), intervalMs);
  page.addEventListener('visibilitychange', () => void refresh());
  void refresh();
}

function show(page: Document, history: History): void {
  setText(page, '[data-history-state]', '');
  const names = new Map<string, string>();
  const rows: Node[] = [];
  for (const row of page.querySelectorAll<HTMLElement>('[data-subject]')) {
    const subject = row.dataset['subject'] ?? '';
    const name = row.querySelector('[data-name]')?.textContent ?? subject;
    names.set(subject, name);
    const days = history.subjects.find((one) => one.subject === subject)?.days ?? [];
    showBars(row, name, days, history);
    rows.push(tableRow(name, days));
  }
  page.querySelector('[data-history-rows]')?.replaceChildren(...rows);
  showIncidents(page, history.incidents, names);
}

function showBars(
  row: HTMLElement,
  name: string,
  days: readonly MeasuredDay[],
  { first_day, last_day }: History,
) {
  const bars = row.querySelector('[data-bars]');
  bars?.replaceChildren(
    ...barsOf(days, first_day, last_day).map(({ tone, text }) => {
      const bar = document.createElement('i');
      bar.dataset['day'] = tone;
      bar.dataset['measured'] = tone;
      bar.dataset['text'] = text;
      bar.title = text;
      return bar;
    }),
  );
  showToday(row);
  bars?.setAttribute('aria-label', formatText(texts.label, { subject: name, summary: summaryOf(days) }));
  const percent = uptimeOf(days);
  setText(row, '[data-uptime]', percent === null ? texts.noData : formatText(texts.uptime, { percent }));
}

/** Adjusts today's bar to the current state in its row. */
export function showToday(row: HTMLElement): void {
  const bar = row.querySelector<HTMLElement>('[data-bars] > :last-child');
  if (bar === null) return;
  const { measured = 'none', text = '' } = bar.dataset;
  const now = row.querySelector<HTMLElement>('[data-tone]')?.dataset['tone'] || 'none';
  const tone = worseTone(measured as DayTone, now as DayTone);
  bar.dataset['day'] = tone;
  const state = row.querySelector('[data-state]')?.textContent ?? '';
  bar.title = tone === measured ? text : formatText(texts.now, { measured: text, state });
}

let listed: readonly Incident[] | null = null;

/** Shows that there are no incidents, unless something is down. */
export function showIncidentsNote(page: Document): void {
  if (listed === null) return;
  const isDown = page.querySelector('[data-subject] [data-tone="danger"]') !== null;
  setText(page, '[data-incidents-note]', incidentsNote(listed, isDown));
}

function tableRow(name: string, days: readonly MeasuredDay[]): Node {
  const { degraded, down, days: count } = totalsOf(days);
  const row = document.createElement('tr');
  const heading = document.createElement('th');
  heading.scope = 'row';
  heading.textContent = name;
  const cells = [uptimeOf(days) ?? texts.noData, degraded, down, count].map((value) => {
    const cell = document.createElement('td');
    cell.textContent = String(value);
    return cell;
  });
  row.append(heading, ...cells);
  return row;
}

function showIncidents(page: Document, incidents: readonly Incident[], names: ReadonlyMap<string, string>) {
  const template = page.querySelector<HTMLTemplateElement>('[data-incident]');
  if (template === null) return;
  const items = incidents.map((incident) => {
    const item = template.content.cloneNode(true) as DocumentFragment;
    item.querySelector('li')?.setAttribute('id', `incident-${incident.id}`);
    setText(item, '[data-title]', incidentTitle(incident, names));
    setText(item, '[data-span]', spanText(incident));
    const ended = incident.ended_at !== null;
    setText(item, '[data-state]', ended ? incidentTexts.state.ended : incidentTexts.state.ongoing);
    item.querySelector<HTMLElement>('[data-state]')?.setAttribute('data-tone', ended ? 'safe' : 'danger');
    const updates = incident.updates.map(({ at, text }) => {
      const update = document.createElement('li');
      update.textContent = `${timeOf(at)}: ${text}`;
      return update;
    });
    item.querySelector('[data-updates]')?.replaceChildren(...updates);
    return item;
  });
  page.querySelector('[data-incidents]')?.replaceChildren(...items);
  listed = incidents;
  showIncidentsNote(page);
  // The incident that a link of the feed points to does not exist when the page is loaded, so it is scrolled
  // to here.
  const wanted = location.hash.slice(1);
  if (wanted.startsWith('incident-')) page.getElementById(wanted)?.scrollIntoView();
}

function spanText({ started_at: from, ended_at: until }: Incident): string {
  if (until === null) return formatText(incidentTexts.ongoing, { from: timeOf(from) });
  const duration = durationText(Date.parse(until) - Date.parse(from));
  return formatText(incidentTexts.lasted, { from: timeOf(from), until: timeOf(until), duration });
}

const timeOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
